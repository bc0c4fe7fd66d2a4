import type { LogEvent } from '../platform/events/log-event.ts';

/** What stands in the stream, as server-sent events [SSE 9.2.5]. */

/** The first bytes: they say at once that all is well, and how soon to come back after a break. */
export const OPENING = 'retry: 3000\n: ok\n\n';
/** Says nothing, so that nobody on the way takes the connection for dead. */
export const HEARTBEAT = ': \n\n';

/** An event by its place in the log; the body is the one of every channel. */
export function eventFrame(event: LogEvent): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${event.text}\n\n`;
}

/** Where the stream begins, which readers resume from until an event names a later place; it tells of nothing. */
export const placeFrame = (place: number): string => `id: ${place}\n\n`;

/** Says that what was missed cannot be told any more: the reader must look at everything anew, and goes on from here. */
export function resetFrame(head: number): string {
  return `id: ${head}\nevent: reset\ndata: ${JSON.stringify({ seq: head })}\n\n`;
}
