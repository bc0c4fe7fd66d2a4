import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isForPage } from './keys.ts';

/** How long after g the next letter still leads somewhere. */
const GO_MS = 1500;

/** The keys that hold on every page. Single letters do nothing in a field, and can be switched off, as WCAG 2.1.4 asks. */
export function usePlaceKeys(
  open: (what: 'find' | 'keys') => void,
  /** Goes where the letter leads, if it leads anywhere. */
  goTo: (letter: string) => boolean,
): void {
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isFind = isFindKey(event);
    if (isFind || (event.key === '?' && isForPage(event))) {
      event.preventDefault();
      open(isFind ? 'find' : 'keys');
    } else if (isForPage(event)) go(event);
  });
  const go = (event: KeyboardEvent) => {
    const wasAsked = event.timeStamp - wentAt.current < GO_MS;
    wentAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (!wasAsked || !goTo(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Before anybody can see that there is a page to type at.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener, true);
    return () => removeEventListener('keydown', listener, true);
  }, []);
}

function isFindKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return (event.metaKey || event.ctrlKey) && !event.altKey;
  return event.key === '/' && isForPage(event);
}
