import type { Tx } from '../platform/db/database.ts';
import { type AccountId, newId, type UserId } from '../platform/ids.ts';

export interface NewAccount {
  name?: string;
  legalName: string;
  countryCode: string;
  registrationNumber?: string;
  vatNumber?: string;
}

export async function insertAccount(tx: Tx, account: NewAccount): Promise<AccountId> {
  const id = newId<'Account'>();
  await tx
    .insertInto('accounts')
    .values({
      id,
      name: account.name ?? account.legalName,
      legal_name: account.legalName,
      country_code: account.countryCode,
      registration_number: account.registrationNumber ?? null,
      vat_number: account.vatNumber ?? null,
      status: 'ACTIVE',
    })
    .execute();
  return id;
}

export interface NewOwner {
  id: UserId;
  name: string;
  email: string;
  passwordHash: string;
  /** By the owner, who is here; else it is passed on once, and must be changed. */
  chosen: boolean;
}

/** The first owner of an account. */
export async function insertOwner(tx: Tx, accountId: AccountId, owner: NewOwner): Promise<void> {
  const since = owner.chosen ? new Date() : null;
  await tx
    .insertInto('users')
    .values({
      id: owner.id,
      account_id: accountId,
      name: owner.name,
      email: owner.email,
      role: 'owner',
      all_companies: true,
      password_hash: owner.passwordHash,
      status: 'active',
      must_change_password: !owner.chosen,
      password_set_at: since,
      last_login_at: since,
    })
    .execute();
}
