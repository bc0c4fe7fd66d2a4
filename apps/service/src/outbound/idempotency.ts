import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql } from 'kysely';
import type { MessageRow } from '../messages/transition.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import type { Asking } from '../platform/db/in-reach.ts';
import { overAll, scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { AccountId, MessageId } from '../platform/ids.ts';

/** Of the body in canonical form [RFC 8785], so that re-serialising it changes nothing. [MSG-6] */
export function bodyHash(body: object): Buffer {
  return createHash('sha256')
    .update(canonicalize(body) ?? '')
    .digest();
}

/** The document made under this key before: same body replays it, another body is a conflict. */
export async function findReplay(
  db: Db | Tx,
  asking: Asking,
  key: string,
  hash: Buffer,
): Promise<MessageRow | undefined> {
  const row = await scoped(db, asking)
    .selectFrom('idempotency_keys', ['messages'])
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.id', '=', 'idempotency_keys.message_id')
        .onRef('messages.account_id', '=', 'idempotency_keys.account_id'),
    )
    .where('idempotency_keys.key', '=', key)
    .selectAll('messages')
    .select('idempotency_keys.body_hash')
    .executeTakeFirst();
  if (!row) return undefined;
  const { body_hash, ...message } = row;
  if (!body_hash.equals(hash)) throw new AppError('IDEMPOTENCY_CONFLICT');
  return message;
}

/** How long a second request under the same key waits for the first. [MSG-7] */
const WAIT_SECONDS = 5;
/** What PostgreSQL answers when the wait for a lock ends without it. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Keeps the key with the document it made, for ever. A second request at once waits here for the first to commit, and
 * is IDEMPOTENCY_IN_PROGRESS when that takes too long.
 */
export async function keepKey(
  tx: Tx,
  accountId: AccountId,
  key: string,
  hash: Buffer,
  messageId: MessageId,
): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(`${WAIT_SECONDS}s`)}`.execute(overAll(tx, 'of nobody'));
  try {
    await tx
      .insertInto('idempotency_keys')
      .values({ account_id: accountId, key, body_hash: hash, message_id: messageId })
      .execute();
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfter: WAIT_SECONDS });
  }
}
