import { tellEvents } from './journal/tell-events.ts';
import type { ReaderHandlers } from './platform/events/readers.ts';
import { followStatus } from './sftp/follow-status.ts';
import { fanOut } from './webhooks/fan-out.ts';
import type { Deps } from './wiring.ts';

/** Every lasting reader of the event log, one line each. What it makes of events commits with its place in the log. */
export function eventReaders(deps: Deps): ReaderHandlers {
  return {
    journal: tellEvents(deps),
    webhooks: fanOut((webhookIds) => deps.deliverer.wake(webhookIds)),
    'sftp-status': followStatus,
  };
}
