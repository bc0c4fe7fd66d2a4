import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSftpSettings } from './sftp.ts';

const url = 'https://peppol.example.com';

test('SFTP listens on 2022 unless told otherwise, and customers are told the host of PUBLIC_URL', () => {
  const standard = { port: 2022, publicHost: 'peppol.example.com', publicPort: 2022 };
  assert.deepEqual(readSftpSettings({}, url), standard);
  assert.deepEqual(
    readSftpSettings({ SFTP_PORT: '2222', SFTP_PUBLIC_HOST: 'files', SFTP_PUBLIC_PORT: '22' }, url),
    {
      port: 2222,
      publicHost: 'files',
      publicPort: 22,
    },
  );
});
test('SFTP_PORT=off switches it off; what is no port is said', () => {
  assert.equal(readSftpSettings({ SFTP_PORT: 'off' }, url), undefined);
  for (const wrong of [
    { SFTP_PORT: '0' },
    { SFTP_PORT: 'x' },
    { SFTP_PORT: '70000' },
    { SFTP_PUBLIC_PORT: '1.5' },
  ])
    assert.ok('problem' in (readSftpSettings(wrong, url) ?? {}), JSON.stringify(wrong));
});
