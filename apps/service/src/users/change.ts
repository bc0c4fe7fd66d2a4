import { actorOf } from '../platform/access/actor.ts';
import {
  isAdmin,
  isOwnerInPerson,
  type Principal,
  type Role,
  requireAdmin,
  requireNoDesk,
  type UserPrincipal,
} from '../platform/access/principal.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Tx, transaction } from '../platform/db/database.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { changeOwnPassword } from './change-own-password.ts';
import { companyIdOf, confine, requirePasswordWay, type UserDeps } from './create.ts';
import { findUser, requireCompanies, requireInReach, subjectOf, type UserRow, viewOfUser } from './find.ts';
import { type LinkKind, requireLink } from './links.ts';
import { lockManageable, requireAnotherOwner } from './lock.ts';
import type { Notifications } from './notice-kinds.ts';
import { changeNotifications } from './notifications.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import { recordAbout } from './record-about.ts';
import { randomPassword, setPassword } from './set-password.ts';
import { isSelf, placeAgain, requireManageable, type UserView } from './user.ts';

export interface UserChange {
  password?: string;
  currentPassword?: string;
  role?: Role;
  companyIds?: string[];
  resetPassword?: true;
  resendInvite?: true;
  notifications?: Partial<Notifications>;
}

export type Changed = UserView & { temporaryPassword?: string };

/** Changes a user: oneself, which is the password or what is mailed, or another whom the principal manages. [USR-6] */
export async function changeUser(
  deps: UserDeps,
  principal: Principal,
  id: string,
  input: UserChange,
): Promise<Changed> {
  if (principal.kind === 'user' && isSelf(principal, id.toLowerCase() as typeof principal.userId))
    return changeSelf(deps, principal, input);
  if (principal.kind === 'user' && principal.mustChangePassword)
    throw new AppError('PASSWORD_CHANGE_REQUIRED');
  if (principal.accountStatus === 'SUSPENDED') throw new AppError('ACCOUNT_SUSPENDED');
  if (!isAdmin(principal) || input.notifications) await requireInReach(deps.db, principal, id);
  requireAdmin(principal);
  requireConsistent(input);
  return changeOther(deps, principal, id, input);
}

/** Role and companies are never on one's own row, and a link to oneself comes from `forgot`. */
async function changeSelf(deps: UserDeps, principal: UserPrincipal, input: UserChange): Promise<Changed> {
  const { password, currentPassword, notifications, ...others } = input;
  if (Object.keys(others).length > 0) {
    throw new AppError('FORBIDDEN', {
      message: `You cannot change your own ${Object.keys(others).join(', ')}. Ask another owner or company admin.`,
    });
  }
  if (notifications !== undefined) return changeOwnNotifications(deps, principal, input, notifications);
  if (password === undefined) throw invalidField('password', 'is needed to change your password', 'REQUIRED');
  await changeOwnPassword(deps, principal, { password, currentPassword });
  return viewOfUser(deps, principal, principal.userId);
}

/** What one is told by mail is nobody else's to say, and where no mail is sent nobody is promised any. [NTC-1] */
async function changeOwnNotifications(
  deps: UserDeps,
  principal: UserPrincipal,
  { password }: UserChange,
  change: Partial<Notifications>,
): Promise<Changed> {
  if (principal.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');
  requireNoDesk(principal);
  if (password !== undefined)
    throw invalidField('notifications', 'cannot be combined with password; send one of them');
  if (deps.mailer === undefined && Object.values(change).includes(true))
    throw new AppError('INVALID_STATE', {
      message: 'This installation sends no mail. Ask its operator to set SMTP_URL, or use a webhook.',
    });
  await transaction(deps.db, (tx) => changeNotifications(tx, principal.userId, change));
  return viewOfUser(deps, principal, principal.userId);
}

function requireConsistent(input: UserChange): void {
  if (input.notifications !== undefined)
    throw new AppError('FORBIDDEN', {
      message: 'What somebody is told by mail they say themselves. Ask them to sign in and change it.',
    });
  const [first, second] = (['password', 'resetPassword', 'resendInvite'] as const).filter(
    (way) => input[way] !== undefined,
  );
  if (second) throw invalidField(second, `cannot be combined with ${first}; send one of them`);
  if (input.currentPassword !== undefined)
    throw invalidField('currentPassword', 'is for changing your own password; leave it out');
}

async function changeOther(
  deps: UserDeps,
  principal: Principal,
  id: string,
  input: UserChange,
): Promise<Changed> {
  const link = linkAsked(input);
  const touchesCredential = input.password !== undefined || link !== undefined;
  if (touchesCredential) await foresee(deps, principal, id, input);
  const temporary = link !== undefined && deps.mailer === undefined ? randomPassword() : undefined;
  const password = input.password ?? temporary;
  const hash = password === undefined ? undefined : await hashPassword(password);
  const userId = await transaction(deps.db, async (tx) => {
    const row = await lockManageable(tx, principal, id);
    if (input.role !== undefined || input.companyIds !== undefined) await place(tx, principal, row, input);
    if (touchesCredential) requireCredentialChange(principal, row, input);
    if (hash !== undefined) await replacePassword(tx, principal, row, hash, input.password !== undefined);
    else if (link !== undefined) await mailLink(tx, principal, row, link);
    return row.id;
  });
  const view = await viewOfUser(deps, principal, userId);
  return temporary === undefined ? view : { ...view, temporaryPassword: temporary };
}

/** What will be refused is refused before the slow hash; under the lock it is asked again. */
async function foresee(deps: UserDeps, principal: Principal, id: string, input: UserChange): Promise<void> {
  requireNoDesk(principal);
  const seen = await findUser(deps.db, principal, id);
  if (!seen) throw new AppError('NOT_FOUND');
  requireManageable(principal, subjectOf(seen));
  requirePasswordWay(deps, principal, input.password);
  requireCredentialChange(principal, seen, input);
}

function linkAsked(input: UserChange): LinkKind | undefined {
  if (input.resendInvite) return 'invitation';
  return input.resetPassword ? 'password-reset' : undefined;
}

async function place(tx: Tx, principal: Principal, row: UserRow, input: UserChange): Promise<void> {
  const asked = { role: input.role, companyIds: input.companyIds?.map(companyIdOf) };
  const before = subjectOf(row);
  const { role, companyIds } = placeAgain(principal, before, asked);
  if (asked.companyIds !== undefined && companyIds !== 'all')
    await requireCompanies(tx, principal, companyIds);
  if (row.role === 'owner' && role !== 'owner' && row.status === 'active')
    await requireAnotherOwner(tx, principal, row.id);
  await confine(tx, row.id, companyIds, role);
  await recordAccountAudit(tx, {
    accountId: principal.accountId,
    actor: actorOf(principal),
    eventType: 'user.updated',
    companyIds,
    target: { type: 'user', id: row.id, name: row.name },
    metadata: {
      role: { from: row.role, to: role },
      companyIds: { from: before.reach.companyIds, to: companyIds },
    },
  });
}

function requireCredentialChange(principal: Principal, row: UserRow, input: UserChange): void {
  if (row.status !== 'active')
    throw new AppError('INVALID_STATE', { message: 'The user is deactivated. Enable the user first.' });
  if (input.resendInvite && row.password_set_at !== null)
    throw new AppError('INVALID_STATE', {
      message: 'This user has set a password already. Use resetPassword instead.',
    });
  if (input.password === undefined) return;
  if (!isOwnerInPerson(principal))
    throw new AppError('FORBIDDEN', {
      message: "Only an owner sets another user's password. Use resetPassword instead.",
    });
  checkNewPassword(input.password, row.email);
}

async function replacePassword(
  tx: Tx,
  principal: Principal,
  row: UserRow,
  hash: string,
  chosen: boolean,
): Promise<void> {
  await setPassword(tx, row, { hash, chosen });
  await recordAbout(tx, principal, row, 'user.password_reset');
}

async function mailLink(tx: Tx, principal: Principal, row: UserRow, link: LinkKind): Promise<void> {
  await requireLink(tx, row.id, link);
  await recordAbout(tx, principal, row, link === 'invitation' ? 'user.invited' : 'user.reset_requested');
}
