import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

/** What is the same whichever node is asked. */
export interface ClusterState {
  participants: Record<string, number>;
  failingJobs: Record<string, number>;
  eventLag: Record<string, number>;
  ownMessages: Record<string, number>;
  openCircuits: number;
  nodes: number;
  overdueStatuses: number;
  openArchives: number;
  lostDocuments: number;
  webhooksDue: number;
  oldestWebhookSeconds: number;
  webhooks: Record<string, number>;
}

/** One statement, so that a scrape costs one round. */
export async function readCluster(db: Db): Promise<ClusterState> {
  const counts = (from: ReturnType<typeof sql>, key: ReturnType<typeof sql>) =>
    sql`(select coalesce(json_object_agg(key, amount), '{}') from
      (select ${key} as key, count(*)::int as amount from ${from} group by 1) as counted)`;
  const { rows } = await sql<ClusterState>`select
    ${counts(sql`participants`, sql`status`)} as participants,
    ${counts(sql`failing_jobs`, sql`case when ended_at is null then 'retrying' else 'ended' end`)} as "failingJobs",
    (select coalesce(json_object_agg(name, event_head.seq - event_readers.seq), '{}')
      from event_readers, event_head) as "eventLag",
    ${counts(sql`provider_messages where created_at > now() - interval '40 days'`, sql`status`)} as "ownMessages",
    (select count(*)::int from circuit_breakers where open_until > now()) as "openCircuits",
    ${counts(sql`webhooks`, sql`status`)} as webhooks,
    (select count(*)::int from webhook_deliveries where status = 'PENDING' and next_attempt_at <= now()) as "webhooksDue",
    (select coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 from webhook_deliveries
      where status = 'PENDING' and next_attempt_at <= now()) as "oldestWebhookSeconds",
    (select count(*)::int from archives where status <> 'REMOVED') as "openArchives",
    (select count(*)::int from archive_lost) as "lostDocuments",
    (select count(*)::int from nodes where seen_at > now() - interval '30 seconds') as nodes,
    (select count(*)::int from mls_due
      where provider_message_id is null and created_at < now() - interval '15 minutes') as "overdueStatuses"`.execute(
    overAll(db, 'operator'),
  );
  const [state] = rows;
  if (!state) throw new Error('no figures');
  return state;
}
