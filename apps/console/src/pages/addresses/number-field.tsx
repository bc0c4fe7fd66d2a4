import type { IdentifierCheck } from '@pappel/peppol-ids/identifier-schemes';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { usePaused } from '../../ui/use-paused.ts';

/** The number itself: its form and check digit while one types, and whether somebody holds it on the network already. */
export function NumberField(props: {
  scheme: string;
  value: string;
  onChange: (value: string) => void;
  read: IdentifierCheck;
  wrong: string | undefined;
}) {
  const { scheme, value, onChange, read, wrong } = props;
  const address = usePaused(read.ok ? `${scheme}:${read.value}` : '');
  const problem = wrong ?? (!read.ok && value.trim().length > 3 ? read.reason : undefined);
  return (
    <div className="f">
      <label htmlFor="number">Number</label>
      <input
        id="number"
        className="field mono"
        value={value}
        maxLength={135}
        required
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem ? true : undefined}
        aria-describedby="number-says"
        onChange={({ target }) => onChange(target.value)}
      />
      <div id="number-says" aria-live="polite" className="reach">
        {problem && <p className="wrong">{problem}.</p>}
        {!problem && address !== '' && <Held address={address} />}
      </div>
    </div>
  );
}

function Held({ address }: { address: string }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['network', 'held', address],
    retry: false,
    queryFn: () =>
      call(api.GET('/v1/network/participants/{peppolId}', { params: { path: { peppolId: address } } })),
  });
  if (isPending) return <p className="hint">Asking the network…</p>;
  if (error)
    return (
      <p className="pill t-wait">
        <Lenticel mark="retry" />
        The network could not be asked: {error instanceof ApiError ? error.message : 'try again.'}
      </p>
    );
  if (!data.participant.exists)
    return (
      <p className="pill t-done">
        <Lenticel mark="done" />
        Free: nobody has it on the network.
      </p>
    );
  return (
    <p className="pill t-wait">
      <Lenticel mark="retry" />
      Held{data.participant.smpUrl ? ` at ${new URL(data.participant.smpUrl).host}` : ' by a provider'} now. A
      migration token brings it here.
    </p>
  );
}
