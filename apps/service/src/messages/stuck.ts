import { type SqlBool, sql } from 'kysely';
import { idsDuring } from '../platform/db/by-id.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MessageId } from '../platform/ids.ts';

/** What does not get through, or did not. */
export const STUCK = ['SEND_RETRY', 'SEND_FAILED', 'DISCOVERY_FAILED'] as const;
/** The same of a row of messages, as the index has it. */
export const isStuck = sql<SqlBool>`messages.status in (${sql.join(STUCK.map((status) => sql.lit(status)))})`;

const DAYS = 7;
const MOST_GROUPS = 200;

export interface StuckGroup {
  accessPoint?: string;
  endpointUrl?: string;
  host?: string;
  code: string;
  count: number;
  retrying: number;
  failed: number;
  oldestAt: string;
  nextAttemptAt?: string;
  circuit?: { state: 'OPEN' | 'CLOSED'; openUntil?: string };
  /** Of the last 24 hours, the oldest first. */
  hours: number[];
}

interface Row {
  accessPoint: string | null;
  code: string;
  count: number;
  retrying: number;
  oldestAt: Date;
  nextAttemptAt: Date | null;
  newestId: MessageId;
  hours: number[];
}

/** Documents of the last week that do not get through, by receiver's access point and reason; the most first. [OPR-3] */
export async function stuckGroups({ db }: { db: Db }): Promise<StuckGroup[]> {
  const since = { from: new Date(Date.now() - DAYS * 86_400_000) };
  const { rows } = await sql<Row>`
    with stuck as (
      select id, receiver_access_point, coalesce(last_error_code, 'INTERNAL_ERROR') as code, status, next_attempt_at,
        status_changed_at, floor(extract(epoch from now() - status_changed_at) / 3600)::int as hours_ago
      from messages
      where ${isStuck} and ${idsDuring('messages', since)})
    select receiver_access_point as "accessPoint", code, count(*)::int as count,
      count(*) filter (where status = 'SEND_RETRY')::int as retrying,
      min(status_changed_at) as "oldestAt", min(next_attempt_at) as "nextAttemptAt",
      (array_agg(id order by id desc))[1] as "newestId",
      (select array_agg((select count(*) from unnest(array_agg(hours_ago)) as ago where ago = hour)::int order by hour desc)
        from generate_series(0, 23) as hour) as hours
    from stuck group by 1, 2 order by 3 desc, 2, 1 limit ${MOST_GROUPS}`.execute(overAll(db, 'operator'));
  const endpoints = await endpointsOf(
    db,
    rows.map(({ newestId }) => newestId),
  );
  return rows.map((row) => ({
    accessPoint: row.accessPoint ?? undefined,
    ...endpoints.get(row.newestId),
    code: row.code,
    count: row.count,
    retrying: row.retrying,
    failed: row.count - row.retrying,
    oldestAt: row.oldestAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString(),
    hours: row.hours,
  }));
}

type Endpoint = Pick<StuckGroup, 'endpointUrl' | 'host' | 'circuit'>;

/** Where the newest document of each group was tried last. */
async function endpointsOf(db: Db, ids: MessageId[]): Promise<Map<MessageId, Endpoint>> {
  if (ids.length === 0) return new Map();
  const rows = await overAll(db, 'operator')
    .selectFrom('message_attempts')
    .leftJoin('circuit_breakers', 'circuit_breakers.endpoint_url', 'message_attempts.endpoint_url')
    .where('message_id', 'in', ids)
    .where('message_attempts.endpoint_url', 'is not', null)
    .distinctOn('message_id')
    .orderBy('message_id')
    .orderBy('number', 'desc')
    .select(['message_id', 'message_attempts.endpoint_url', 'failures', 'open_until'])
    .execute();
  return new Map(
    rows.map(({ message_id: id, endpoint_url: url, failures, open_until: until }) => {
      const isOpen = until !== null && until > new Date();
      const circuit =
        failures === null
          ? undefined
          : { state: isOpen ? ('OPEN' as const) : ('CLOSED' as const), openUntil: until?.toISOString() };
      return [id, { endpointUrl: url ?? undefined, host: hostOf(url), circuit }];
    }),
  );
}

const hostOf = (url: string | null): string | undefined => (url ? URL.parse(url)?.host : undefined);
