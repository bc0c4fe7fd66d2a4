import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { SessionId, UserId } from '../platform/ids.ts';
import { forgetTokens } from '../platform/one-time-token.ts';
import { randomText } from '../platform/secret.ts';
import { endSessions } from '../sessions/session.ts';
import { LINKS } from './links.ts';
import { clearFailures } from './lockout.ts';

const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password to be passed on once and replaced by its user: about 119 bits. */
export function randomPassword(): string {
  return Array.from({ length: GROUPS }, () => randomText(GROUP_LENGTH)).join('-');
}

export interface NewPassword {
  hash: string;
  /** Chosen by a person; a random one must be changed. */
  chosen: boolean;
  /** The session in which the user changes their own password; every other one ends. */
  keep?: SessionId;
}

/** Sets a password, with what goes with it: other sessions end, links of before are worthless, a lock is lifted. */
export async function setPassword(
  tx: Tx,
  user: { id: UserId; email: string },
  password: NewPassword,
): Promise<void> {
  await overAll(tx, 'found')
    .updateTable('users')
    .set({
      password_hash: password.hash,
      must_change_password: !password.chosen,
      password_set_at: password.chosen ? new Date() : null,
    })
    .where('id', '=', user.id)
    .execute();
  await endSessions(tx, user.id, password.keep);
  await forgetTokens(tx, { userId: user.id }, LINKS);
  await clearFailures(tx, user.email);
}
