import { useEffect, useState } from 'react';

/** A value as it was when it last stood still for a moment: what is typed is not asked about letter by letter. */
export function usePaused<Value>(value: Value, ms = 350): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return paused;
}
