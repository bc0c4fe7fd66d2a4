import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/answer.ts';
import { Passkeys as List } from '../../../ui/passkeys.tsx';
import { api } from '../../api/client.ts';
import { makePasskey } from '../../doors/passkey.ts';
import { setupQuery } from '../../doors/setup-query.ts';

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => (await call(api.GET('/operator/v1/me/passkeys'))).passkeys,
});

/** The passkeys of the operator at the screen. */
export function Passkeys() {
  const { data: setup } = useQuery(setupQuery);
  return (
    <List
      query={useQuery(passkeysQuery)}
      isPossible={setup?.passkeysEnabled}
      make={makePasskey}
      remove={(id) => call(api.DELETE('/operator/v1/me/passkeys/{id}', { params: { path: { id } } }))}
    />
  );
}
