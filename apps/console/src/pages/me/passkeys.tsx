import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { makePasskey } from '../../people/passkey.ts';
import { ssoQuery } from '../../people/queries.ts';
import { Passkeys as List } from '../../ui/passkeys.tsx';

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => (await call(api.GET('/v1/passkeys'))).passkeys,
});

/** The passkeys of the person at the screen. */
export function Passkeys() {
  const { data: status } = useQuery(ssoQuery);
  return (
    <List
      query={useQuery(passkeysQuery)}
      isPossible={status?.passkeysEnabled}
      make={makePasskey}
      remove={(id) => call(api.DELETE('/v1/passkeys/{id}', { params: { path: { id } } }))}
    />
  );
}
