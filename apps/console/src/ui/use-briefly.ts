import { useEffect, useState } from 'react';

/** How long it is said that something was done. */
const SAID_MS = 2000;

/** What was just done, and is forgotten in a moment. */
export function useBriefly<Done>(): [Done | undefined, (done: Done) => void] {
  const [done, setDone] = useState<Done>();
  useEffect(() => {
    if (done === undefined) return;
    const timer = setTimeout(() => setDone(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return [done, setDone];
}
