import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { SftpLoginId } from '../platform/ids.ts';
import { SHOWN_OF_A_LOGIN } from './login-schema.ts';

/** An address that is refused, whatever password it has. */
export interface LockedAddress {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  address: string;
  lockedUntil: string;
  failures: number;
}

/** From where each of these logins is locked now, the longest first. Nobody else's program is kept out by that. [SFT-16] */
export async function lockedAddresses(
  db: Db,
  logins: readonly { id: SftpLoginId }[],
): Promise<ReadonlyMap<SftpLoginId, LockedAddress[]>> {
  const byLogin = new Map<SftpLoginId, LockedAddress[]>();
  if (logins.length === 0) return byLogin;
  const { rows } = await sql<{ id: SftpLoginId; address: string; locked_until: Date; failures: number }>`
    select login.id, found.* from unnest(${logins.map(({ id }) => id)}::uuid[]) as login (id) cross join lateral (
      select address, locked_until, failures from login_failures
      where sftp_login_id = login.id and locked_until > now()
      order by locked_until desc limit ${SHOWN_OF_A_LOGIN}) as found
    order by found.locked_until desc, found.address`.execute(overAll(db, 'found'));
  for (const { id, address, locked_until, failures } of rows) {
    const found = { address, lockedUntil: locked_until.toISOString(), failures };
    byLogin.set(id, [...(byLogin.get(id) ?? []), found]);
  }
  return byLogin;
}

/** Wrong passwords of a login are forgotten, of one address or of all; answers from how many of them it was locked. */
export async function forgetWrong(tx: Tx, login: SftpLoginId, address?: string): Promise<number> {
  let query = overAll(tx, 'found').deleteFrom('login_failures').where('sftp_login_id', '=', login);
  if (address !== undefined) query = query.where('address', '=', address);
  const rows = await query.returning('locked_until').execute();
  return rows.filter(({ locked_until }) => locked_until !== null && locked_until > new Date()).length;
}
