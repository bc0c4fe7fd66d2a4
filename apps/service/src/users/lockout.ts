import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { SftpLoginId } from '../platform/ids.ts';

const FREE_FAILURES = 5;
const FIRST_LOCK_SECONDS = 60;
const LONGEST_LOCK_SECONDS = 3_600;

/** Addresses are kept hashed: known and unknown ones alike, so that both answer alike. */
function keyOf(email: string): Buffer {
  return createHash('sha256').update(email).digest();
}

/** Refuses while this address is locked, known or not. */
export async function requireUnlocked(db: Db, email: string): Promise<void> {
  const row = await db
    .selectFrom('login_failures')
    .where('email_hash', '=', keyOf(email))
    .where('locked_until', '>', new Date())
    .select('locked_until')
    .executeTakeFirst();
  if (!row?.locked_until) return;
  throw new AppError('LOGIN_LOCKED', { retryAfter: (row.locked_until.getTime() - Date.now()) / 1000 });
}

/** An SFTP login, and from where it was tried: what is locked of it can be shown, and lifted. */
export interface TriedLogin {
  id: SftpLoginId;
  address: string;
}

/** Counts a wrong password: the fifth locks for a minute, each further one twice as long, up to an hour. [AUT-4] */
export async function countFailure(db: Db, email: string, login?: TriedLogin): Promise<void> {
  await sql`
    insert into login_failures (email_hash, failures, sftp_login_id, address)
    values (${keyOf(email)}, 1, ${login?.id ?? null}::uuid, ${login?.address ?? null})
    on conflict (email_hash) do update set
      failures = case when login_failures.last_failed_at < now() - interval '24 hours' then 1 else login_failures.failures + 1 end,
      last_failed_at = now()
  `.execute(overAll(db, 'sign-in'));
  await sql`
    update login_failures set locked_until = now() + make_interval(secs =>
      least(${LONGEST_LOCK_SECONDS}::double precision, ${FIRST_LOCK_SECONDS} * power(2, least(failures - ${FREE_FAILURES}, 20))))
    where email_hash = ${keyOf(email)} and failures >= ${FREE_FAILURES}
  `.execute(overAll(db, 'sign-in'));
}

/** A success clears the count. */
export async function clearFailures(db: Db, email: string): Promise<void> {
  await db.deleteFrom('login_failures').where('email_hash', '=', keyOf(email)).execute();
}
