import { type Month, momentsOf } from '@pappel/reporting/report';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

export interface ServiceLevel {
  /** Statuses of the month. */
  count: number;
  withinTarget: number;
  /** Of all of them; null without any. The network asks for 99.5. */
  percent: number | null;
}

export interface MlsServiceLevels {
  /** From an inbound document to the Receipt for our status about it: 20 minutes [PNP SLR MLS-1]. */
  sent: ServiceLevel & { waiting: number };
  /** From an outbound document to the status about it: 25 minutes [PNP SLR MLS-2]. */
  received: ServiceLevel & { overdue: number };
}

const SENT_SECONDS = 20 * 60;
const RECEIVED_SECONDS = 25 * 60;

/** How we, and others towards us, kept the targets of Message Level Statuses about documents of a month. */
export async function mlsServiceLevels({ db }: { db: Db }, month: Month): Promise<MlsServiceLevels> {
  const { from, to } = momentsOf(month);
  const sentWithin = sql<boolean>`accepted_at - as4_timestamp <= make_interval(secs => ${SENT_SECONDS})`;
  const sent = await overAll(db, 'operator')
    .selectFrom('mls_due')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.id', '=', 'mls_due.message_id')
        .onRef('messages.account_id', '=', 'mls_due.account_id'),
    )
    .leftJoin('provider_messages', 'provider_messages.id', 'mls_due.provider_message_id')
    .where('mls_due.created_at', '>=', from)
    .where('mls_due.created_at', '<', to)
    .select((eb) => [
      eb.fn.count<string>('accepted_at').as('count'),
      eb.fn.countAll<string>().filterWhere(sentWithin).as('within'),
      eb.fn.countAll<string>().filterWhere('accepted_at', 'is', null).as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  const receivedWithin = sql<boolean>`received_at - envelope_created_at <= make_interval(secs => ${RECEIVED_SECONDS})`;
  const received = await overAll(db, 'operator')
    .selectFrom('mls_received')
    .innerJoin('messages', 'messages.id', 'mls_received.message_id')
    .where('outcome', '=', 'APPLIED')
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .select((eb) => [
      eb.fn.countAll<string>().as('count'),
      eb.fn.countAll<string>().filterWhere(receivedWithin).as('within'),
    ])
    .executeTakeFirstOrThrow();
  const { overdue } = await overAll(db, 'operator')
    .selectFrom('messages')
    .where(sql<boolean>`mls->>'status' = 'PENDING'`)
    .where('envelope_created_at', '>=', from)
    .where('envelope_created_at', '<', to)
    .where('envelope_created_at', '<', new Date(Date.now() - RECEIVED_SECONDS * 1000))
    .select((eb) => eb.fn.countAll<string>().as('overdue'))
    .executeTakeFirstOrThrow();
  return {
    sent: { ...level(sent), waiting: Number(sent.waiting) },
    received: { ...level(received), overdue: Number(overdue) },
  };
}

function level({ count, within }: { count: string; within: string }): ServiceLevel {
  const [all, kept] = [Number(count), Number(within)];
  return {
    count: all,
    withinTarget: kept,
    percent: all === 0 ? null : Math.round((kept / all) * 10_000) / 100,
  };
}
