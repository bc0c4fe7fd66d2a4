import { useSyncExternalStore } from 'react';

/** One sentence at a time, and not more than one in this time: who listens is not talked over. */
const PAUSE_MS = 5000;

let said = '';
let waiting: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Says something to who cannot see it change. The last of several within the pause is what is said. */
export function announce(sentence: string): void {
  if (timer !== undefined) {
    waiting = sentence;
    return;
  }
  say(sentence);
  timer = setTimeout(() => {
    timer = undefined;
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) announce(next);
  }, PAUSE_MS);
}

function say(sentence: string): void {
  // The same words twice are heard twice.
  said = sentence === said ? `${sentence}\u00a0` : sentence;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Announcer() {
  const sentence = useSyncExternalStore(subscribe, () => said);
  return (
    <p className="sr" role="status">
      {sentence}
    </p>
  );
}
