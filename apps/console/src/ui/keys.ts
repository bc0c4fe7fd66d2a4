import { useEffectEvent, useLayoutEffect } from 'react';
import { preference } from './preferences.ts';

/** Whether something stands over the page, which then has neither keys nor focus. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Whether a single letter is meant for the page: not while somebody writes, chooses or answers a question. */
export function isForPage({ target, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  if (metaKey || ctrlKey || altKey || preference('keys') === 'off') return false;
  if (isDialogOpen()) return false;
  if (!(target instanceof Element)) return true;
  return !target.closest('input, textarea, select, [contenteditable], [role="listbox"], [role="menu"]');
}

/** The arrows do what these letters do. */
const ARROWS = new Map([
  ['ArrowDown', 'j'],
  ['ArrowUp', 'k'],
]);

/** Single letters of one page, while it stands. */
export function usePageKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event)) return;
    const key = ARROWS.get(event.key) ?? event.key;
    const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!act) return;
    event.preventDefault();
    act(event);
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Where a key leads among so many; undefined for every other key. */
export function placeAfter(key: string, at: number, length: number): number | undefined {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
}
