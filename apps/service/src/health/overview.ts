import { sql } from 'kysely';
import { isStuck } from '../messages/stuck.ts';
import { idsDuring } from '../platform/db/by-id.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { queueState, tasksOf } from '../platform/jobs/queue-table.ts';
import { certificatesOf } from './certificates.ts';
import type { ServiceDeps } from './service-health.ts';

/** What somebody who runs the service looks at first. */
export async function overview(deps: ServiceDeps) {
  const { database, environment, network, provider, identity, health } = deps;
  const queue = await queueState(database.pool);
  const { approvalsOldestAt, ...figures } = await figuresOf(deps.db);
  return {
    environment,
    network,
    seat: provider.seat,
    status: health.isReady() ? ('ok' as const) : ('unavailable' as const),
    flow: {
      sentLastHour: figures.sentLastHour,
      receivedLastHour: figures.receivedLastHour,
      sentLastMinute: figures.sentLastMinute,
      receivedLastMinute: figures.receivedLastMinute,
    },
    jobs: { ...queue, failing: figures.failing, ended: figures.ended },
    approvals: { count: figures.approvals, oldestAt: approvalsOldestAt?.toISOString() },
    stuck: { count: figures.stuck },
    circuitsOpen: figures.circuitsOpen,
    certificates: certificatesOf(identity),
  };
}

interface Figures {
  sentLastHour: number;
  receivedLastHour: number;
  sentLastMinute: number;
  receivedLastMinute: number;
  failing: number;
  ended: number;
  approvals: number;
  approvalsOldestAt: Date | null;
  stuck: number;
  circuitsOpen: number;
}

/** In one statement, as far as indexes go. */
async function figuresOf(db: Db): Promise<Figures> {
  const hour = { from: new Date(Date.now() - 3_600_000) };
  const week = { from: new Date(Date.now() - 7 * 86_400_000) };
  const { rows } = await sql<Figures>`
    with lately as (
      select direction, created_at > now() - interval '1 minute' as is_new
      from messages where ${idsDuring('messages', hour)} and created_at > ${hour.from}::timestamptz)
    select
      (select count(*)::int from lately where direction = 'OUTBOUND') as "sentLastHour",
      (select count(*)::int from lately where direction = 'INBOUND') as "receivedLastHour",
      (select count(*)::int from lately where direction = 'OUTBOUND' and is_new) as "sentLastMinute",
      (select count(*)::int from lately where direction = 'INBOUND' and is_new) as "receivedLastMinute",
      (select count(*)::int from failing_jobs where ended_at is null) as failing,
      (select count(*)::int from failing_jobs where ended_at is not null) as ended,
      (select count(*)::int from participants where status = 'PENDING_APPROVAL') as approvals,
      (select min(status_changed_at) from participants where status = 'PENDING_APPROVAL') as "approvalsOldestAt",
      (select count(*)::int from messages where ${isStuck} and ${idsDuring('messages', week)}) as stuck,
      (select count(*)::int from circuit_breakers where open_until > now()) as "circuitsOpen"`.execute(
    overAll(db, 'operator'),
  );
  const [figures] = rows;
  if (!figures) throw new Error('no figures');
  return figures;
}

/** What background work there is. */
export async function jobsNow({ database }: ServiceDeps) {
  return { ...(await queueState(database.pool)), tasks: await tasksOf(database.pool) };
}
