import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { firstIdAt } from '../platform/db/by-id.ts';
import { MESSAGE_STATUS_NAMES } from '../platform/statuses.ts';
import { MESSAGE_STATUSES } from './message.ts';

const A_DAY_MS = 86_400_000;
/** So long a month's report of service levels counts its documents. */
const REPORTED_DAYS = 100;

const ENDS = MESSAGE_STATUS_NAMES.filter((status) => MESSAGE_STATUSES[status].isFinal);

/** What has ended before then need not be kept any longer. [MSG-27] */
export const endOfRetention = (retentionDays: number): Date =>
  new Date(Date.now() - retentionDays * A_DAY_MS);

/** Of rows of `messages`: they ended before then, and nothing waits for them. A document that is tried again is not old. */
export const isOld = (before: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(messages.id < ${firstIdAt(before.getTime())}::uuid and messages.created_at < ${before}
    and messages.status in (${sql.join(ENDS)}) and messages.status_changed_at < ${before}
    and not exists (select from mls_due where mls_due.message_id = messages.id
      and mls_due.created_at > now() - make_interval(days => ${REPORTED_DAYS})))`;
