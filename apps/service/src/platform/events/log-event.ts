import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { overAll } from '../db/roots.ts';
import type { Tables } from '../db/tables.ts';
import type { AccountId, CompanyId, EventId, MessageId, ParticipantRowId } from '../ids.ts';
import { EVENT_VERSION, type EventBody, type EventType, type PappelEvent } from './event.ts';

interface Outside {
  id: EventId;
  at: Date;
  /** Marks the body. */
  test?: boolean;
}

/** An event as it stands in the log. */
export class LogEvent {
  /** Its place: grows in the order in which events can be seen. */
  readonly seq: number;
  readonly id: EventId;
  readonly type: EventType;
  readonly accountId: AccountId;
  readonly companyId: CompanyId | undefined;
  readonly messageId: MessageId | undefined;
  readonly participantId: ParticipantRowId | undefined;
  readonly createdAt: Date;
  readonly body: EventBody;
  #text: string | undefined;

  constructor(row: Selectable<Tables['events']>) {
    this.seq = Number(row.seq);
    this.id = row.id;
    this.type = row.type as EventType;
    this.accountId = row.account_id;
    this.companyId = row.company_id ?? undefined;
    this.messageId = row.message_id ?? undefined;
    this.participantId = row.participant_id ?? undefined;
    this.createdAt = row.created_at;
    this.body = {
      id: row.id,
      type: this.type,
      version: row.version,
      timestamp: row.created_at.toISOString(),
      accountId: row.account_id,
      ...(row.company_id === null ? {} : { companyId: row.company_id }),
      data: row.data,
    };
  }

  /** An event that stands in no log, as it would be there: one that is sent to try an endpoint out, or an example. */
  static outside(event: PappelEvent, { id, at, test }: Outside): LogEvent {
    const outside = new LogEvent({
      seq: '0',
      id,
      account_id: event.accountId,
      company_id: event.companyId ?? null,
      message_id: event.messageId ?? null,
      participant_id: event.participantId ?? null,
      type: event.type,
      version: EVENT_VERSION,
      // As the database gives it back: without what is not there.
      data: JSON.parse(JSON.stringify(event.data)),
      created_at: at,
      placed_at: at,
    });
    if (test) outside.body.test = true;
    return outside;
  }

  /** The body as every channel sends it, made once. */
  get text(): string {
    this.#text ??= JSON.stringify(this.body);
    return this.#text;
  }
}

/** Up to `limit` events that follow `after`, oldest first. */
export async function eventsAfter(db: Db, after: number, limit: number): Promise<LogEvent[]> {
  const rows = await overAll(db, 'job')
    .selectFrom('events')
    .where('seq', '>', String(after))
    .selectAll()
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map((row) => new LogEvent(row));
}

export interface AccountPage {
  events: LogEvent[];
  /** How far was read: no event of the account up to here is missing. */
  lastSeq: number;
  /** The last place taken in the log, by whomever. */
  head: number;
  /** Whether that was all there was. */
  isComplete: boolean;
}

export interface AccountQuery {
  accountId: AccountId;
  after: number;
  limit: number;
  /** The log is looked at up to here; up to its head when omitted. */
  upTo?: number | undefined;
  /** Which of the account's events; all when omitted. */
  only?: Expression<SqlBool> | undefined;
}

/** Rows that one page looks at: with a condition that few pass it may be short and yet not the last. */
const LOOKED_AT = 2_000;
const FAR_AWAY = Number.MAX_SAFE_INTEGER;

/** The next events of one account. One statement, so that rows and head are of the same moment. */
export async function accountEventsAfter(
  db: Db,
  { accountId, after, limit, upTo, only }: AccountQuery,
): Promise<AccountPage> {
  const lookAt = only ? LOOKED_AT : limit + 1;
  const { rows } = await sql<Found>`
    with looked_at as materialized (
      select * from events where account_id = ${accountId} and seq > ${after} and seq <= ${upTo ?? FAR_AWAY}
      order by seq limit ${lookAt}
    )
    select head.seq::float8 as head, (select count(*) from looked_at)::int as looked,
      (select max(seq) from looked_at)::float8 as last, found.*
    from event_head as head left join lateral (
      select * from looked_at where ${only ?? sql`true`} order by seq limit ${limit + 1}
    ) as found on true order by found.seq`.execute(overAll(db, 'job'));
  const { head = after, looked = 0, last } = rows[0] ?? {};
  const found = rows.filter(({ seq }) => seq !== null).map((row) => new LogEvent(row));
  const events = found.slice(0, limit);
  if (found.length > limit) return { events, lastSeq: events.at(-1)?.seq ?? after, head, isComplete: false };
  if (looked === lookAt) return { events, lastSeq: last ?? after, head, isComplete: false };
  return { events, lastSeq: Math.min(head, upTo ?? head), head, isComplete: true };
}

type Found = Selectable<Tables['events']> & {
  head: number;
  looked: number;
  last: number | null;
  seq: string | null;
};

/** The last place that was taken before a moment: what was written at it or later stands behind. */
export async function placeBefore(db: Db, time: Date): Promise<number> {
  let { first: low, head: high } = await logBounds(db);
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const { placed_at: placedAt } = await overAll(db, 'job')
      .selectFrom('events')
      .where('seq', '>=', String(middle))
      .select('placed_at')
      .orderBy('seq')
      .limit(1)
      .executeTakeFirstOrThrow();
    if (placedAt < time) low = middle + 1;
    else high = middle - 1;
  }
  return low - 1;
}

/** The last place taken, and the first that is still kept. */
export async function logBounds(db: Db): Promise<{ first: number; head: number }> {
  const { rows } = await sql<{ first: number; head: number }>`
    select head.seq::float8 as head, coalesce((select min(seq) from events), head.seq + 1)::float8 as first
    from event_head as head`.execute(overAll(db, 'job'));
  return rows[0] ?? { first: 1, head: 0 };
}
