import { isApple } from './is-apple.ts';

const [NEW_TAB, COPY] = isApple() ? ['⌘↵', '⌥↵'] : ['Ctrl ↵', 'Alt ↵'];

/** What Enter does in the field that finds, by the keys of this machine. */
export function FindKeys() {
  return (
    <>
      <span>↵ open</span>
      <span>{NEW_TAB} in a new tab</span>
      <span>{COPY} copy</span>
    </>
  );
}
