import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MessageId } from '../platform/ids.ts';
import { countGone } from './count-deltas.ts';

/** Each after what refers to it. */
const WITH_A_MESSAGE = [
  'mls_received',
  'message_attempts',
  'message_evidence',
  'idempotency_keys',
  'uploads',
  'archive_lost',
] as const;

/**
 * Deletes documents with findings, attempts, proof, what was exchanged about their status, and the keys that would make
 * them again. Their bytes are left to the caller. Usage and both audits stay.
 */
export async function removeMessages(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
  const ids = sql`(select unnest(${messageIds}::uuid[]))`;
  const base = overAll(tx, 'job');
  await sql`
    with due as (delete from mls_due where message_id in ${ids} returning provider_message_id)
    delete from provider_messages where id in (select provider_message_id from due)
      and not exists (select from reports where provider_message_id = provider_messages.id)`.execute(base);
  for (const table of WITH_A_MESSAGE)
    await sql`delete from ${sql.table(table)} where message_id in ${ids}`.execute(base);
  await sql`
    with gone as (delete from messages where id in ${ids} returning *)
    ${countGone('gone')}`.execute(base);
}
