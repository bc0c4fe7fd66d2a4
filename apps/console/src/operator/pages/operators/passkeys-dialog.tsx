import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { Answered } from '../../../ui/answered.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Passkey, PasskeyList } from '../../../ui/passkeys.tsx';
import { api } from '../../api/client.ts';
import type { Operator } from '../../api/types.ts';

const passkeysQuery = (id: string) =>
  queryOptions({
    queryKey: ['operators', id, 'passkeys'],
    queryFn: async () =>
      (await call(api.GET('/operator/v1/operators/{id}/passkeys', { params: { path: { id } } }))).passkeys,
  });

/** The passkeys of a colleague, for an admin: those of a device that is lost are removed. */
export function PasskeysDialog({ row, close }: { row: Operator; close: () => void }) {
  const query = useQuery(passkeysQuery(row.id));
  const [removed, setRemoved] = useState<Passkey>();
  if (removed) return <Remove row={row} passkey={removed} close={close} />;
  return (
    <Dialog title={`Passkeys of ${row.name}`} close={close}>
      <Answered query={query} lines={2}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="dim none">There is none any more.</p>
          ) : (
            <PasskeyList passkeys={passkeys} remove={setRemoved} />
          )
        }
      </Answered>
      <p className="acts">
        <button type="button" className="btn" onClick={close}>
          Close
        </button>
      </p>
    </Dialog>
  );
}

function Remove({ row, passkey, close }: { row: Operator; passkey: Passkey; close: () => void }) {
  const cache = useQueryClient();
  const path = { id: row.id, passkeyId: passkey.id };
  return (
    <Confirm
      title={`Remove ${passkey.name} of ${row.name}`}
      verb="Remove"
      act={async () => {
        await call(api.DELETE('/operator/v1/operators/{id}/passkeys/{passkeyId}', { params: { path } }));
        await cache.invalidateQueries({ queryKey: ['operators'] });
      }}
      close={close}
    >
      <p>It opens nothing here any more, and they are signed out everywhere: whoever has the device too.</p>
      <p>They sign in with their password, or with another passkey.</p>
    </Confirm>
  );
}
