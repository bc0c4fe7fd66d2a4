import { insertCompany } from '../companies/company.ts';
import type { Actor } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { checkCountry } from '../platform/country.ts';
import { type Db, transaction, violatedConstraint } from '../platform/db/database.ts';
import { normaliseEmail } from '../platform/email-address.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { hashPassword } from '../users/password.ts';
import { randomPassword } from '../users/set-password.ts';
import { insertAccount, insertOwner, type NewAccount } from './insert-account.ts';
import { readAccount } from './operator-list.ts';

export interface OpenAccountInput {
  account: NewAccount;
  owner: { name?: string; email: string };
}

/** An account for a customer who does not sign up: with its company, and an owner whose password is passed on once. */
export async function openAccount(deps: { db: Db }, input: OpenAccountInput, actor: Actor) {
  const { account } = input;
  checkCountry('account.countryCode', account.countryCode);
  const email = normaliseEmail(input.owner.email);
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const owner = { id: newId<'User'>(), name: input.owner.name ?? email, email };
  const accountId = await transaction(deps.db, async (tx) => {
    const id = await insertAccount(tx, account);
    const { registrationNumber, vatNumber } = account;
    const name = account.name ?? account.legalName;
    await insertCompany(tx, id, { name, registrationNumber, vatNumber }, true);
    await insertOwner(tx, id, { ...owner, passwordHash, chosen: false });
    await recordAccountAudit(tx, {
      accountId: id,
      actor,
      eventType: 'account.created',
      companyIds: 'all',
      target: { type: 'account', id, name },
    });
    return id;
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'users_email_taken' ? new AppError('EMAIL_TAKEN') : error;
  });
  return { account: await readAccount(deps, accountId), owner, password };
}
