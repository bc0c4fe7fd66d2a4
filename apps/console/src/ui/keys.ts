import { useEffect, useEffectEvent } from 'react';
import { preference } from './preferences.ts';

/** Whether a single letter is meant for the page: not while somebody writes, chooses or answers a question. */
export function isForPage({ target, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  if (metaKey || ctrlKey || altKey || preference('keys') === 'off') return false;
  if (!(target instanceof Element)) return true;
  return !target.closest(
    'input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"], [role="menu"]',
  );
}

/** Single letters of one page, while it stands. */
export function usePageKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event)) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
