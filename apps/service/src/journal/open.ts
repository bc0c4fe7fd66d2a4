import type { LastingReader } from '../platform/events/lasting-reader.ts';
import { tellEvents } from './tell-events.ts';

/** Lines and counts come so much later, and cost a share of what they would. */
const GATHER_MS = 500;

export const openJournal = (base: Parameters<typeof tellEvents>[0]): { reader: LastingReader } => ({
  reader: { onEvents: tellEvents(base), mayRepeat: true, gatherMs: GATHER_MS },
});
