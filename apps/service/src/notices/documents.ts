import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { DocumentEventData, EventType } from '../platform/events/event.ts';
import type { Digest } from './digest.ts';
import { DIGESTS } from './kinds.ts';
import type { Recipient } from './recipient.ts';

/** A mail names so many, and says how many more there are. */
const NAMED = 20;
/** A mail looks at so many; beyond it says "more than". */
const LOOKED_AT = 10_000;

export interface ToldDocument {
  type: EventType;
  companyName: string;
  data: DocumentEventData;
}

export interface ToldDocuments {
  named: ToldDocument[];
  count: number;
  /** There were more than were looked at. */
  isMore: boolean;
}

/** What a mail tells of: what happened to documents of companies that the user reaches now. [NTC-5] */
export async function documentsFor(
  db: Db,
  { reach }: Recipient,
  { kind, after, upTo }: Digest,
): Promise<ToldDocuments> {
  const companies = reach.companyIds === 'all' ? null : [...reach.companyIds];
  const { rows } = await sql<{ looked: number; count: number } & (ToldDocument | Record<'type', null>)>`
    with looked_at as materialized (
      select seq, account_id, company_id, type, data from events
      where account_id = ${reach.accountId} and seq > ${after} and seq <= ${upTo}
        and type in (${sql.join(DIGESTS[kind].map((type) => sql.lit(type)))})
      order by seq limit ${LOOKED_AT + 1}
    ), mine as (
      select * from looked_at where ${companies}::uuid[] is null or company_id = any(${companies}::uuid[])
    )
    select (select count(*) from looked_at)::int as looked, (select count(*) from mine)::int as count,
      named.type, named.data, companies.name as "companyName"
    from (values (1)) as once
    left join (select * from mine order by seq limit ${NAMED}) as named on true
    left join companies on companies.id = named.company_id and companies.account_id = named.account_id
    order by named.seq`.execute(overAll(db, 'reach in sql'));
  const { count = 0, looked = 0 } = rows[0] ?? {};
  const named = rows.flatMap((row) => (row.type === null ? [] : [row as ToldDocument]));
  return { named, count, isMore: looked > LOOKED_AT };
}
