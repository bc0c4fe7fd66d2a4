import { Dialog } from '../ui/dialog.tsx';
import { PLACES } from './places.ts';

const EVERYWHERE: readonly [key: string, what: string][] = [
  ['⌘K or Ctrl K, /', 'find'],
  ['?', 'this list'],
];
const LISTS: readonly [key: string, what: string][] = [
  ['j k, ↓ ↑', 'next, previous row'],
  ['Enter', 'open it'],
  ['x', 'select it'],
  ['c', 'copy its id'],
  ['f', 'filter'],
  ['e', 'acknowledge, in the inbox'],
];

/** Every key there is. */
export function KeyList({ close }: { close: () => void }) {
  const go = PLACES.flat().map(({ key, label }): [string, string] => [`g ${key}`, label]);
  return (
    <Dialog title="Keys" close={close}>
      <div className="grid2 keys">
        <KeyGroup title="Everywhere" keys={[...EVERYWHERE, ...LISTS]} />
        <KeyGroup title="Go to" keys={go} />
      </div>
      <p className="dimmer">Single letters can be switched off on your own page.</p>
    </Dialog>
  );
}

function KeyGroup({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
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
