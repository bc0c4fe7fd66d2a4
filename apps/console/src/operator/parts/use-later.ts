import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Does something a moment later, until which the last can be taken back. What waits when the page is left is done at once:
 * who asked for it has gone on.
 */
export function useLater<Thing extends { id: string }>(ms: number, act: (thing: Thing) => Promise<void>) {
  const timers = useRef(new Map<string, { thing: Thing; timer: ReturnType<typeof setTimeout> }>());
  const [waiting, setWaiting] = useState<readonly Thing[]>([]);
  // Done, but still in what the page read before.
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const run = async (thing: Thing) => {
    timers.current.delete(thing.id);
    setWaiting((before) => before.filter(({ id }) => id !== thing.id));
    setDone((before) => new Set(before).add(thing.id));
    await act(thing);
    setDone((before) => new Set([...before].filter((id) => id !== thing.id)));
  };
  const leave = useEffectEvent(() => {
    for (const { thing, timer } of timers.current.values()) {
      clearTimeout(timer);
      void act(thing);
    }
    timers.current.clear();
  });
  useEffect(() => {
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return {
    waiting,
    has: (id: string): boolean => done.has(id) || waiting.some((thing) => thing.id === id),
    add: (thing: Thing): void => {
      if (timers.current.has(thing.id)) return;
      timers.current.set(thing.id, { thing, timer: setTimeout(() => void run(thing), ms) });
      setWaiting((before) => [...before, thing]);
    },
    takeBack: (): void => {
      const last = waiting.at(-1);
      if (!last) return;
      clearTimeout(timers.current.get(last.id)?.timer);
      timers.current.delete(last.id);
      setWaiting((before) => before.filter((thing) => thing !== last));
    },
  };
}
