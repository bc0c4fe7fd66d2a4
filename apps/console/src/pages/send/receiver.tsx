import { useQuery } from '@tanstack/react-query';
import { typeName } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { usePaused } from '../../ui/use-paused.ts';
import { ADDRESS, type Reach, receiverQuery } from './send-queries.ts';

/** Whom it is for, looked up on the network while one types. */
export function Receiver(props: {
  value: string;
  onChange: (address: string) => void;
  said: string | undefined;
  type: string | undefined;
}) {
  const { value, onChange, said, type } = props;
  const address = usePaused(value.trim());
  const { data, isFetching } = useQuery(receiverQuery(address));
  return (
    <div className="f">
      <label htmlFor="receiver">To</label>
      <input
        id="receiver"
        className="field mono"
        value={value}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder="0007:5567321707"
        aria-describedby="reach"
        onChange={({ target }) => onChange(target.value)}
      />
      <div id="reach" aria-live="polite" className="reach">
        {isFetching && !data && <p className="hint">Asking the network…</p>}
        {data && ADDRESS.test(address) && <ReachOf reach={data} type={type} />}
        {value !== '' && !ADDRESS.test(value.trim()) && (
          <p className="hint">Four digits of the scheme, a colon and the number: 0192:991825827.</p>
        )}
        {said && said !== value.trim() && (
          <p className="hint wait">
            The document says{' '}
            <button type="button" className="link" onClick={() => onChange(said)}>
              {said}
            </button>
            .
          </p>
        )}
      </div>
    </div>
  );
}

function ReachOf({ reach, type }: { reach: Reach; type: string | undefined }) {
  if (reach.kind === 'not found')
    return (
      <p className="pill t-stop">
        <Lenticel mark="stop" />
        Not on Peppol. Check the number.
      </p>
    );
  if (reach.kind !== 'found')
    return (
      <p className="pill t-wait">
        <Lenticel mark="retry" />
        {reach.message}
      </p>
    );
  const takesIt = type === undefined || reach.types.includes(type);
  return (
    <>
      <p className={`pill ${takesIt ? 't-done' : 't-stop'}`}>
        <Lenticel mark={takesIt ? 'done' : 'stop'} />
        {reach.name ? `${reach.name}, ` : ''}
        {takesIt ? 'reachable' : `reachable, but takes no ${typeName(type).toLowerCase()}`}
      </p>
      <p className="hint">
        Takes {reach.types.map((each) => typeName(each).toLowerCase()).join(', ') || 'nothing we name'}.
      </p>
    </>
  );
}
