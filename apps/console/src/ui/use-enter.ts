import { useEffect, useEffectEvent, useState } from 'react';

/** Enter picks at once, or, while what is shown answers earlier words, as soon as it fits these. */
export function useEnter<Pressed>(isLate: boolean, pick: (pressed: Pressed) => void) {
  const [waiting, setWaiting] = useState<Pressed>();
  const pickNow = useEffectEvent(pick);
  useEffect(() => {
    if (waiting === undefined || isLate) return;
    setWaiting(undefined);
    pickNow(waiting);
  }, [waiting, isLate]);
  return {
    enter: (pressed: Pressed) => (isLate ? setWaiting(pressed) : pick(pressed)),
    takeBack: () => setWaiting(undefined),
  };
}
