import type { Features } from './features.ts';
import type { ReaderHandlers } from './platform/events/readers.ts';

/** Every lasting reader of the event log, one line each. What it makes of events commits with its place in the log. */
export const eventReaders = ({ journal, webhooks, notices, sftp }: Features): ReaderHandlers => ({
  journal: journal.reader,
  webhooks: webhooks.reader,
  notices: notices.reader,
  'sftp-status': sftp.reader,
});
