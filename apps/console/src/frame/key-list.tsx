import { Dialog } from '../ui/dialog.tsx';
import { KeyGroup } from '../ui/key-group.tsx';
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
      <p className="acts">
        <button type="button" className="btn" onClick={close}>
          Close
        </button>
      </p>
    </Dialog>
  );
}
