import type { ReaderHandlers } from './platform/events/readers.ts';
import { followStatus } from './sftp/follow-status.ts';
import type { Deps } from './wiring.ts';

/** Every lasting reader of the event log, one line each. What it makes of events commits with its place in the log. */
export function eventReaders(_deps: Deps): ReaderHandlers {
  return { 'sftp-status': followStatus };
}
