import { useEffect, useState } from 'react';

function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Now, once a second; milliseconds. */
export const useSecond = (): number => useNow(1000);
/** Now, once a minute; milliseconds. */
export const useMinute = (): number => useNow(60_000);
