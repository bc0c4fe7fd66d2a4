import { actorOf } from '../platform/access/actor.ts';
import { type Principal, type Role, requireAdmin, requireNoDesk } from '../platform/access/principal.ts';
import type { Reach } from '../platform/access/reach.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { normaliseEmail } from '../platform/email-address.ts';
import { AppError } from '../platform/errors.ts';
import { type CompanyId, newId, parseId, type UserId } from '../platform/ids.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Turns } from '../platform/turns.ts';
import { requireCompanies, type ViewDeps, viewOfUser } from './find.ts';
import { requireLink } from './links.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import { randomPassword } from './set-password.ts';
import { placeNew, type UserView } from './user.ts';

export interface NewUser {
  name: string;
  email: string;
  role: Role;
  companyIds?: string[];
  password?: string;
}

export interface UserDeps extends ViewDeps {
  mailer: Mailer | undefined;
  signInTurns: Turns;
}

/** Makes a user and, where no password is given, invites them. [USR-4] */
export async function createUser(
  deps: UserDeps,
  principal: Principal,
  input: NewUser,
): Promise<UserView & { temporaryPassword?: string }> {
  requireAdmin(principal);
  requireNoDesk(principal);
  const companyIds = placeNew(principal, {
    role: input.role,
    companyIds: input.companyIds?.map(companyIdOf),
  });
  requirePasswordWay(deps, principal, input.password);
  if (companyIds !== 'all') await requireCompanies(deps.db, principal, companyIds);
  const email = normaliseEmail(input.email);
  if (input.password !== undefined) checkNewPassword(input.password, email);
  const password = input.password ?? randomPassword();
  const row = { ...input, id: newId<'User'>(), email, companyIds, hash: await hashPassword(password) };
  const isInvited = input.password === undefined && deps.mailer !== undefined;
  await transaction(deps.db, async (tx) => {
    await insertUser(tx, principal, row);
    if (isInvited) await requireLink(tx, row.id, 'invitation');
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'users_email_taken' ? new AppError('EMAIL_TAKEN') : error;
  });
  const view = await viewOfUser(deps, principal, row.id);
  return input.password === undefined && !isInvited ? { ...view, temporaryPassword: password } : view;
}

/** A key never learns or sets a password: the user is mailed a link, or somebody signs in. [KEY-7] */
export function requirePasswordWay(
  deps: { mailer: Mailer | undefined },
  principal: Principal,
  password: string | undefined,
): void {
  if (principal.kind === 'user') return;
  if (password !== undefined)
    throw new AppError('FORBIDDEN', {
      message: 'An API key sets no password. Leave it out: the user is mailed a link to choose one.',
    });
  if (deps.mailer === undefined)
    throw new AppError('SESSION_REQUIRED', {
      message: 'No link can be mailed here, and an API key is told no password. Sign in to do this.',
    });
}

export function companyIdOf(text: string): CompanyId {
  const id = parseId<'Company'>(text);
  if (!id) throw new AppError('NOT_FOUND');
  return id;
}

async function insertUser(
  tx: Tx,
  principal: Principal,
  user: {
    id: UserId;
    name: string;
    email: string;
    role: Role;
    companyIds: Reach['companyIds'];
    hash: string;
    password?: string;
  },
): Promise<void> {
  const { id, name, email, role, companyIds, hash, password } = user;
  await tx
    .insertInto('users')
    .values({
      id,
      account_id: principal.accountId,
      name,
      email,
      role,
      password_hash: hash,
      status: 'active',
      must_change_password: password === undefined,
      all_companies: companyIds === 'all',
      password_set_at: password === undefined ? null : new Date(),
    })
    .execute();
  await confine(tx, id, companyIds, role);
  await recordAccountAudit(tx, {
    accountId: principal.accountId,
    actor: actorOf(principal),
    eventType: 'user.created',
    companyIds,
    target: { type: 'user', id, name },
    metadata: { role, companyIds },
  });
}

/** Writes down what the user reaches, and the role that goes with it. */
export async function confine(
  tx: Tx,
  userId: UserId,
  companyIds: Reach['companyIds'],
  role: Role,
): Promise<void> {
  const { account_id } = await overAll(tx, 'found')
    .updateTable('users')
    .set({ role, all_companies: companyIds === 'all' })
    .where('id', '=', userId)
    .returning('account_id')
    .executeTakeFirstOrThrow();
  await overAll(tx, 'found').deleteFrom('user_companies').where('user_id', '=', userId).execute();
  if (companyIds === 'all' || companyIds.length === 0) return;
  await tx
    .insertInto('user_companies')
    .values(companyIds.map((company_id) => ({ account_id, user_id: userId, company_id })))
    .execute();
}
