import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../platform/ids.ts';
import { hasPlace } from './places.ts';

test('A login has ten connections at once and an account fifty, however many logins it has', () => {
  const accountId = newId<'Account'>();
  const logins = Array.from({ length: 6 }, () => ({ accountId, loginId: newId<'SftpLogin'>() }));
  const signedIn: typeof logins = [];
  for (const login of logins)
    for (let i = 0; i < 11; i++) if (hasPlace(signedIn, login)) signedIn.push(login);
  assert.deepEqual(
    logins.map(({ loginId }) => signedIn.filter((one) => one.loginId === loginId).length),
    [10, 10, 10, 10, 10, 0],
  );
  assert.ok(hasPlace(signedIn, { accountId: newId<'Account'>(), loginId: newId<'SftpLogin'>() }));
});
