import { tellEvents } from './journal/tell-events.ts';
import { noteNotices } from './notices/note-notices.ts';
import type { ReaderHandlers } from './platform/events/readers.ts';
import { followStatus, nobodyUploaded } from './sftp/follow-status.ts';
import { fanOut, nobodyListens } from './webhooks/fan-out.ts';
import type { Deps } from './wiring.ts';

/** Every lasting reader of the event log, one line each. What it makes of events commits with its place in the log. */
export function eventReaders(deps: Deps): ReaderHandlers {
  return {
    journal: { onEvents: tellEvents(deps), mayRepeat: true },
    webhooks: {
      onEvents: fanOut((ids) => deps.deliverer.wake(ids)),
      nobodyCares: nobodyListens,
      mayRepeat: true,
    },
    notices: noteNotices(deps.mailer !== undefined),
    'sftp-status': { onEvents: followStatus, nobodyCares: nobodyUploaded },
  };
}
