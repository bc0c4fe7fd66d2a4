import type { operations } from '@pappel/client/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/answer.ts';
import { api } from '../api/client.ts';
import { Confirm } from '../ui/confirm.tsx';

export type Identity =
  operations['listSsoIdentities']['responses'][200]['content']['application/json']['identities'][number];

/** Asks before an identity no longer opens the door. */
export function Unlink({ identity, close }: { identity: Identity; close: () => void }) {
  const cache = useQueryClient();
  return (
    <Confirm
      title={`Unlink ${identity.email}`}
      verb="Unlink"
      close={close}
      act={async () => {
        await call(api.DELETE('/v1/sso/identities/{id}', { params: { path: { id: identity.id } } }));
        await cache.invalidateQueries({ queryKey: ['users'] });
      }}
    >
      <p>{identity.provider} no longer opens this account for them. Password and passkeys stay.</p>
      <p>It can be linked again by the person themselves.</p>
    </Confirm>
  );
}
