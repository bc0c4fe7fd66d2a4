import { Dialog } from './dialog.tsx';
import type { Places } from './places.ts';

/** A key, and what it does. */
export type Key = readonly [key: string, what: string];

const EVERYWHERE: readonly Key[] = [
  ['⌘K or Ctrl K, /', 'find'],
  ['?', 'this list'],
];

/** Every key there is. */
export function KeyList(props: { keys: readonly Key[]; places: Places; close: () => void }) {
  const { keys, places, close } = props;
  return (
    <Dialog title="Keys" close={close}>
      <div className="grid2 keys">
        <KeyGroup title="Everywhere" keys={[...EVERYWHERE, ...keys]} />
        <KeyGroup title="Go to" keys={places.flat().map(({ key, label }) => [`g ${key}`, label])} />
      </div>
      <p className="dimmer">Single letters can be switched off on your own page.</p>
      <p className="acts">
        <button type="button" className="btn" onClick={close}>
          Close
        </button>
      </p>
    </Dialog>
  );
}

function KeyGroup({ title, keys }: { title: string; keys: readonly Key[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <dl className="facts">
        {keys.map(([key, what]) => (
          <div className="fact" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
