import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Address, wholeAddress } from '../../api/addresses.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Field } from '../../ui/field.tsx';
import { Failed } from '../../ui/states.tsx';
import { dayAndHour } from '../../ui/when.ts';

/** Where another provider may hold an address: its token brings it here. */
const MAY_COME = ['PENDING_APPROVAL', 'READY', 'REGISTERING', 'ERROR'];

/** An address moves between providers by a token, without a gap. */
export function Migration({ address }: { address: Address }) {
  const { status } = address;
  return (
    <section aria-labelledby="moving">
      <div className="sec quiet">
        <h2 id="moving">Moving</h2>
      </div>
      {MAY_COME.includes(status) && <MoveIn address={address} />}
      {status === 'ACTIVE' && <MoveOut address={address} />}
      {!MAY_COME.includes(status) && status !== 'ACTIVE' && (
        <p className="dim under">
          Nothing can be moved while it is {status.toLowerCase().replace('_', ' ')}.
        </p>
      )}
    </section>
  );
}

function MoveIn({ address }: { address: Address }) {
  const client = useQueryClient();
  const [token, setToken] = useState('');
  const move = useMutation({
    mutationFn: () =>
      call(
        api.POST('/v1/participants/{id}/migration', {
          params: { path: { id: address.id } },
          body: { token: token.trim(), direction: 'IN' },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['participants'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim() !== '') move.mutate();
  };
  return (
    <form onSubmit={submit} className="under">
      <p className="dim">
        Held by another provider until now? Ask there for its migration token: it brings the address here
        without a gap.
      </p>
      <Field
        label="Migration token"
        value={token}
        autoComplete="off"
        onChange={({ target }) => setToken(target.value)}
      />
      {move.error && <Failed error={move.error} />}
      {move.isSuccess && (
        <p className="hint" role="status">
          Taken. The registration goes on by itself.
        </p>
      )}
      <button type="submit" className="btn" aria-disabled={token.trim() === '' || move.isPending}>
        Bring it here
      </button>
    </form>
  );
}

function MoveOut({ address }: { address: Address }) {
  const [isAsking, setAsking] = useState(false);
  const [given, setGiven] = useState<{ token: string; expiresAt: string }>();
  const act = async () => {
    const answer = await call(
      api.POST('/v1/participants/{id}/migration', {
        params: { path: { id: address.id } },
        body: { direction: 'OUT' },
      }),
    );
    if ('token' in answer) setGiven(answer);
  };
  return (
    <div className="under">
      <p className="dim">
        To another provider: give them a token, and the address goes over when they use it. Until then it
        stays here.
      </p>
      {given ? (
        <>
          <p className="secret">
            {given.token}
            <Copy value={given.token} label="Copy the token" />
          </p>
          <p className="hint">Good until {dayAndHour(given.expiresAt)}.</p>
        </>
      ) : (
        <button type="button" className="btn" onClick={() => setAsking(true)}>
          Make a migration token…
        </button>
      )}
      {isAsking && (
        <Confirm
          title={`Let ${wholeAddress(address)} go?`}
          verb="Make the token"
          act={act}
          close={() => setAsking(false)}
        >
          <p>Whoever has the token can take the address to another provider. Documents stay here.</p>
        </Confirm>
      )}
    </div>
  );
}
