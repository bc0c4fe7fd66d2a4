import { transaction } from '../src/platform/db/database.ts';
import { type MessageId, newId } from '../src/platform/ids.ts';
import { enqueue } from '../src/platform/jobs/enqueue.ts';
import type { Pappel } from './harness.ts';

/** Makes a job that fails to send a document again and again, and is tried next in an hour; answers the document's id. */
export async function failSending(
  { service }: Pick<Pappel, 'service'>,
  lastError: string,
): Promise<MessageId> {
  const messageId = newId<'Message'>();
  await service.base.database.pool.query(
    `insert into failing_jobs (job, subject, failures, first_failed_at, last_failed_at, last_error)
     values ('outbound.send', jsonb_build_object('messageId', $1::text), 3, now(), now(), $2)`,
    [messageId, lastError],
  );
  const runAt = new Date(Date.now() + 3_600_000);
  await transaction(service.base.db, (tx) => enqueue(tx, 'outbound.send', { messageId }, { runAt }));
  return messageId;
}

/** Locks an SFTP login for an address, as five wrong passwords from there do. */
export async function lockLogin(
  { service }: Pick<Pappel, 'service'>,
  loginId: string,
  address: string,
): Promise<void> {
  await service.base.database.pool.query(
    `insert into login_failures (email_hash, failures, locked_until, sftp_login_id, address)
     values ('x', 5, now() + interval '1 hour', $1, $2)`,
    [loginId, address],
  );
}
