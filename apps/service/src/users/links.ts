import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { UserId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { TokenKind } from '../platform/one-time-token.ts';

export type LinkKind = 'invitation' | 'password-reset';

const HOUR_MS = 3_600_000;
/** What a mailed link carries. [AUT-7] */
export const LINK_TOKENS = {
  invitation: { purpose: 'invitation', prefix: 'pit_', lifetimeMs: 48 * HOUR_MS },
  'password-reset': { purpose: 'password-reset', prefix: 'prt_', lifetimeMs: HOUR_MS },
} as const satisfies Record<LinkKind, TokenKind>;
export const LINKS: readonly TokenKind[] = Object.values(LINK_TOKENS);

const MAILS_AN_HOUR = 3;
/** How often a mail that the server does not take is tried: most of an hour for a reset, a day for an invitation. */
export const MAIL_TRIES = { 'password-reset': 8, invitation: 32 };

/** How many seconds until this user may be mailed again; 0 when now. [LIM-14] */
async function secondsUntilMail(db: Db, userId: UserId): Promise<number> {
  const row = await overAll(db, 'found')
    .selectFrom('user_mails')
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .select('created_at')
    .orderBy('created_at', 'desc')
    .offset(MAILS_AN_HOUR - 1)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? 0 : (row.created_at.getTime() + HOUR_MS - Date.now()) / 1000;
}

/**
 * Has a link mailed, by a job in the caller's transaction. The job makes the token, so that nobody can read one in the
 * queue. Answers how many seconds too early this is, and mails nothing then.
 */
export async function askForLink(tx: Tx, userId: UserId, kind: LinkKind): Promise<number> {
  const { account_id } = await overAll(tx, 'found')
    .selectFrom('users')
    .where('id', '=', userId)
    .select('account_id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const wait = await secondsUntilMail(tx, userId);
  if (wait > 0) return wait;
  await tx.insertInto('user_mails').values({ user_id: userId, account_id, kind }).execute();
  if (kind === 'invitation')
    await overAll(tx, 'found')
      .updateTable('users')
      .set({ invited_at: new Date() })
      .where('id', '=', userId)
      .execute();
  await enqueue(tx, 'users.send-link', { userId, kind }, { key: `${kind}:${userId}` });
  return 0;
}

/** The same for a caller who is told. */
export async function requireLink(tx: Tx, userId: UserId, kind: LinkKind): Promise<void> {
  const wait = await askForLink(tx, userId, kind);
  if (wait > 0) {
    throw new AppError('RATE_LIMITED', {
      message: `A user is sent at most ${MAILS_AN_HOUR} mails an hour. Wait as long as Retry-After says.`,
      retryAfter: wait,
    });
  }
}
