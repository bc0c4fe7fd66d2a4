import type { LastingReader } from '../platform/events/lasting-reader.ts';
import { tellEvents } from './tell-events.ts';

export const openJournal = (base: Parameters<typeof tellEvents>[0]): { reader: LastingReader } => ({
  reader: { onEvents: tellEvents(base), mayRepeat: true },
});
