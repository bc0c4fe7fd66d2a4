import { type Db, transaction } from '../platform/db/database.ts';
import { normaliseEmail } from '../platform/email-address.ts';
import { hashPassword } from '../users/password.ts';
import { randomPassword } from '../users/set-password.ts';
import type { OperatorRow } from './operator.ts';
import { giveNewPassword } from './people.ts';

export type ResetOnMachine =
  | { operator: Pick<OperatorRow, 'name' | 'email' | 'role'>; password: string }
  | { problem: string };

/**
 * The way back for an admin whom no other one can let in, for who reaches the database: a password to be replaced, and a
 * line in the audit that says from where. Whoever left stays out. [OPR-26]
 */
export async function resetOnMachine(
  { db }: { db: Db },
  named: string,
  from: string,
): Promise<ResetOnMachine> {
  const found = await db
    .selectFrom('operators')
    .where((eb) => eb.or([eb('email', '=', normaliseEmail(named)), eb('name', '=', named.trim())]))
    .selectAll()
    .execute();
  const [operator, another] = found.filter(({ status }) => status === 'active');
  if (!operator) return { problem: whyNobody(named, found.length > 0) };
  if (another) return { problem: `Several operators are called ${named}. Give the e-mail address.` };
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const actor = { kind: 'NOBODY' as const, name: `Command on ${from}` };
  await transaction(db, (tx) =>
    giveNewPassword(tx, operator, passwordHash, { actor, reason: 'pappel operators reset' }),
  );
  return { operator, password };
}

const whyNobody = (named: string, hasLeft: boolean): string =>
  hasLeft
    ? `${named} does not work here any more. Name an operator who is active.`
    : `There is no operator ${named}. Give the name or e-mail address of one who is active.`;
