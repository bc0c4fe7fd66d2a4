import { Dialog } from '../../ui/dialog.tsx';
import { KeyGroup } from '../../ui/key-group.tsx';
import { PLACES } from './places.ts';

const EVERYWHERE: readonly [key: string, what: string][] = [
  ['⌘K or Ctrl K, /', 'find'],
  ['?', 'this list'],
  ['j k, ↓ ↑', 'next, previous address that waits'],
  ['a', 'approve it'],
  ['x', 'reject it'],
];

/** Every key there is. */
export function KeyList({ close }: { close: () => void }) {
  const go = PLACES.flat().map(({ key, label }): [string, string] => [`g ${key}`, label]);
  return (
    <Dialog title="Keys" close={close}>
      <div className="grid2 keys">
        <KeyGroup title="Everywhere" keys={EVERYWHERE} />
        <KeyGroup title="Go to" keys={go} />
      </div>
      <p className="dimmer">Single letters can be switched off on your own page.</p>
    </Dialog>
  );
}
