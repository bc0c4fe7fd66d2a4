import type { components } from '@pappel/client/contract';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { EVENT_TYPES } from './event-types.gen.ts';
import { queryClient } from './query-client.ts';

/** What happened, as the stream says it. */
export type LiveEvent = Omit<components['schemas']['Event'], 'seq'>;

export interface LiveState {
  word: 'live' | 'catching up' | 'not live';
  /** Since when; milliseconds. */
  since: number;
}

type Said =
  | { event: LiveEvent; at: string }
  | { state: LiveState }
  | { reset: true; at: string }
  | { ask: true }
  | { again: true };

const PLACE = 'pappel-live';
/** How long after a refusal the stream is asked for again. */
const AGAIN_MS = 10_000;
/** Without a stream what is on the screen is asked for anew this often. */
const POLL_MS = 15_000;

/** What was heard last, in whichever tab: whoever holds the stream next goes on from there. */
let last = '';
let state: LiveState = { word: 'catching up', since: Date.now() };
/** Opens the stream at once, in the tab that holds it. */
let reopen: (() => void) | undefined;
const watchers = new Set<() => void>();
const hearers = new Set<(event: LiveEvent) => void>();
let stop: (() => void) | undefined;
let askAgain: (() => void) | undefined;

/** Starts to listen; one tab of a browser holds the stream, and tells the others. */
export function startLive(): void {
  if (stop) return;
  const over = new AbortController();
  // A page that is reached by http from another machine has no locks: each of its tabs then has a stream of its own.
  const locks: LockManager | undefined = navigator.locks;
  const channel = locks && new BroadcastChannel(PLACE);
  if (channel) channel.onmessage = ({ data }: MessageEvent<Said>) => hear(data, channel);
  channel?.postMessage({ ask: true } satisfies Said);
  askAgain = () => {
    reopen?.();
    channel?.postMessage({ again: true } satisfies Said);
  };
  const poll = setInterval(() => {
    if (state.word === 'not live') void queryClient.invalidateQueries();
  }, POLL_MS);
  if (locks)
    locks.request(PLACE, { signal: over.signal }, () => lead(channel, over.signal)).catch(() => undefined);
  else void lead(undefined, over.signal);
  stop = () => {
    over.abort();
    clearInterval(poll);
    channel?.close();
    stop = undefined;
  };
}

export function stopLive(): void {
  stop?.();
}

/** Asks for the stream now, where nobody would for some seconds. */
export function reconnect(): void {
  askAgain?.();
}

function hear(said: Said, channel: BroadcastChannel | undefined): void {
  if ('at' in said) last = said.at;
  if ('event' in said) tell(said.event);
  if ('state' in said) change(said.state);
  if ('reset' in said) void queryClient.invalidateQueries();
  if ('ask' in said && reopen) channel?.postMessage({ state } satisfies Said);
  if ('again' in said) reopen?.();
}

/** Holds the stream until the signal; the browser takes it up again after a break, from the last event it had. */
function lead(channel: BroadcastChannel | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // The tab that held it before heard nothing that says where: what happened in between cannot be asked for.
    const isBlind = state.word === 'live' && last === '';
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    const say = (said: Said) => {
      hear(said, channel);
      channel?.postMessage(said);
    };
    const open = () => {
      source = new EventSource(`/console/api/v1/stream${last ? `?lastEventId=${last}` : ''}`);
      source.onopen = () => {
        say({ state: { word: 'live', since: Date.now() } });
        if (isBlind && last === '') say({ reset: true, at: '' });
      };
      source.onerror = () => {
        const isOver = source?.readyState === EventSource.CLOSED;
        if (state.word === 'live' || isOver)
          say({ state: { word: isOver ? 'not live' : 'catching up', since: Date.now() } });
        if (isOver) again = setTimeout(open, AGAIN_MS);
      };
      for (const type of EVENT_TYPES)
        source.addEventListener(type, ({ data, lastEventId }) => {
          say({ event: JSON.parse(String(data)), at: lastEventId });
        });
      source.addEventListener('reset', ({ lastEventId }) => {
        say({ reset: true, at: lastEventId });
      });
    };
    signal.addEventListener('abort', () => {
      source?.close();
      clearTimeout(again);
      reopen = undefined;
      resolve();
    });
    reopen = () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(again);
      open();
    };
    open();
  });
}

function change(next: LiveState): void {
  state = next;
  for (const watcher of watchers) watcher();
}

/** The kinds of what a page shows that an event may have changed. */
const TOUCHES: Readonly<Record<string, readonly string[]>> = {
  document: ['overview'],
  participant: ['participants', 'overview'],
  webhook: ['webhooks', 'overview'],
  export: ['export'],
};

function tell(event: LiveEvent): void {
  for (const hearer of hearers) hearer(event);
  for (const key of TOUCHES[event.type.split('.')[0] ?? ''] ?? []) refreshSoon(key);
}

const due = new Map<string, ReturnType<typeof setTimeout>>();
/** A burst of events asks once. */
const SOON_MS = 1000;

/** Asks anew for everything of a kind that is on the screen, in a moment. */
export function refreshSoon(key: string): void {
  if (due.has(key)) return;
  const timer = setTimeout(() => {
    due.delete(key);
    void queryClient.invalidateQueries({ queryKey: [key] });
  }, SOON_MS);
  due.set(key, timer);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function useLive(): LiveState {
  return useSyncExternalStore(watch, () => state);
}

/** Hears every event while the component stands. */
export function useEvents(hearer: (event: LiveEvent) => void): void {
  const onEvent = useEffectEvent(hearer);
  useEffect(() => {
    const heard = (event: LiveEvent) => onEvent(event);
    hearers.add(heard);
    return () => {
      hearers.delete(heard);
    };
  }, []);
}
