import { reconnect, useLive } from '../api/live.ts';
import { Lenticel } from '../ui/lenticel.tsx';
import { hourOf } from '../ui/when.ts';

/** Whether what is on the screen follows what happens. */
export function LiveMark() {
  const { word, since } = useLive();
  return (
    <span className={`live ${word === 'not live' ? 'off' : ''}`}>
      {word === 'live' && (
        <>
          <Lenticel mark="done" className="pulse" />
          Live
        </>
      )}
      {word === 'catching up' && (
        <>
          <Lenticel mark="move" />
          Catching up
        </>
      )}
      {word === 'not live' && (
        <>
          <Lenticel mark="wait" />
          Not live, {hourOf(new Date(since).toISOString())}
          <button type="button" className="link" onClick={reconnect}>
            Reconnect
          </button>
        </>
      )}
    </span>
  );
}
