import type { LastingReader } from './lasting-reader.ts';

/**
 * Everything that follows by itself because something happened: because a document was received, sent or refused, because
 * an address became active. A name here keeps its place in the log (table event_readers), so that it misses nothing
 * whatever dies; the root gives each its handler. Beside them whoever is connected hears of events as long as it is:
 * the stream (stream/) and `GET /v1/events?wait=` (events/).
 */
export const LASTING_READERS = {
  journal: 'writes a line into the log for each fact, and counts them',
  webhooks: 'a delivery for every webhook endpoint that asked for the event',
  notices:
    'mails to those who asked to hear of documents, and to those who can repair a webhook or wait for an export',
  'sftp-status': 'writes x.json beside x.xml, and moves what failed from sent/ to failed/',
} as const;

export type ReaderName = keyof typeof LASTING_READERS;
/** Every lasting reader with what it makes of events; a missing one does not compile. */
export type ReaderHandlers = { [Name in ReaderName]: LastingReader };
