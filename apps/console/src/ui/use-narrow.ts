import { useSyncExternalStore } from 'react';

/** As in styles/narrow.css. */
const NARROW = matchMedia('(max-width: 760px)');

function watch(listener: () => void): () => void {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
}

/** Whether the window is narrow: tables scroll in themselves, and five words at the bottom are the rail. */
export const useNarrow = (): boolean => useSyncExternalStore(watch, () => NARROW.matches);
