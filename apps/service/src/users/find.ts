import { type SqlBool, sql } from 'kysely';
import { isOwner, type Principal, type Role, requireAdmin } from '../platform/access/principal.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import type { Asking } from '../platform/db/in-reach.ts';
import { pageOf } from '../platform/db/list.ts';
import { scoped } from '../platform/db/roots.ts';
import { userReach, usersReaching, usersWithin } from '../platform/db/user-reach.ts';
import { AppError } from '../platform/errors.ts';
import type { Cursors, Page, PageInput } from '../platform/http/page.ts';
import { type CompanyId, parseId, type UserId } from '../platform/ids.ts';
import { notificationsOf } from './notice-kinds.ts';
import { erasableFrom, isWithinReach, type Subject, type UserView } from './user.ts';

export interface ViewDeps {
  db: Db;
  erasureEnabled: boolean;
}

/** Users with all that an owner needs to see why somebody cannot sign in. [USR-17] */
function usersWithFacts(db: Db, asking: Asking) {
  return scoped(db, asking)
    .selectFrom('users', ['passkeys'])
    .leftJoin('login_failures', (join) =>
      join
        .on(sql<SqlBool>`login_failures.email_hash = sha256(convert_to(users.email, 'UTF8'))`)
        .on('login_failures.locked_until', '>', sql<Date>`now()`),
    )
    .where('users.status', 'in', ['active', 'inactive'])
    .select((eb) => [
      'users.id',
      'users.account_id',
      'users.name',
      'users.email',
      'users.role',
      'users.status',
      'users.must_change_password',
      'users.password_set_at',
      'users.invited_at',
      'users.disabled_at',
      'users.last_login_at',
      'users.created_at',
      'users.notifications',
      'login_failures.locked_until',
      userReach.as('companyIds'),
      eb
        .selectFrom('passkeys')
        .whereRef('passkeys.user_id', '=', 'users.id')
        .whereRef('passkeys.account_id', '=', 'users.account_id')
        .select((inner) => inner.fn.countAll<string>().as('count'))
        .as('passkeyCount'),
      sql<boolean>`exists (select 1 from sso_identities
        where user_id = users.id and sso_identities.account_id = users.account_id)`.as('ssoLinked'),
    ]);
}

export type UserRow = Awaited<ReturnType<ReturnType<typeof usersWithFacts>['executeTakeFirstOrThrow']>>;

export function subjectOf(row: UserRow): Subject {
  return { id: row.id, role: row.role, reach: { accountId: row.account_id, companyIds: row.companyIds } };
}

/** One user of the account, active or not. */
export async function findUser(db: Db, asking: Asking, id: string): Promise<UserRow | undefined> {
  const userId = parseId<'User'>(id);
  if (!userId) return undefined;
  return usersWithFacts(db, asking).where('users.id', '=', userId).executeTakeFirst();
}

/** NOT_FOUND for who reaches something that the caller does not, or is of another account. [GEN-3] */
export async function requireInReach(db: Db, principal: Principal, id: string): Promise<void> {
  const row = await findUser(db, principal, id);
  if (!row || !isWithinReach(principal, subjectOf(row))) throw new AppError('NOT_FOUND');
}

/** A user whose id is known to be right. */
export async function viewOfUser(deps: ViewDeps, asking: Asking, userId: UserId): Promise<UserView> {
  return toView(
    deps,
    await usersWithFacts(deps.db, asking).where('users.id', '=', userId).executeTakeFirstOrThrow(),
  );
}

export interface UserQuery extends PageInput {
  companyId?: string;
  include?: 'inactive';
}

/** The users this principal may see; only active ones unless include=inactive. [USR-11] */
export async function listUsers(
  deps: ViewDeps & { cursors: Cursors },
  principal: Principal,
  input: UserQuery,
): Promise<Page<UserView>> {
  requireAdmin(principal);
  const { cursor, before, limit, ...filters } = input;
  const companyId = await companyIfNamed(deps.db, principal, filters.companyId);
  const bound = ['users', principal.reach, filters];
  let query = usersWithFacts(deps.db, principal).where(inSight(principal));
  if (filters.include !== 'inactive') query = query.where('users.status', '=', 'active');
  if (companyId) query = query.where(usersReaching(companyId));
  const listing = { cursors: deps.cursors, table: 'users', bound };
  const { rows, ...cursors } = await pageOf(listing, { cursor, before, limit }, query);
  return { rows: rows.map((row) => toView(deps, row)), ...cursors };
}

/** All of these companies are in the principal's reach, or NOT_FOUND. */
export async function requireCompanies(
  db: Db,
  principal: Principal,
  companyIds: readonly CompanyId[],
): Promise<void> {
  const found = await scoped(db, principal)
    .selectFrom('companies')
    .where('id', 'in', companyIds)
    .select('id')
    .execute();
  if (found.length !== companyIds.length) throw new AppError('NOT_FOUND');
}

/** `maySee` of user.ts as a condition, so that pages are full. */
function inSight(principal: Principal) {
  const { companyIds } = principal.reach;
  if (isOwner(principal) || companyIds === 'all') return sql<SqlBool>`true`;
  const oneself = principal.kind === 'user' ? principal.userId : null;
  return sql<SqlBool>`(users.id = ${oneself}::uuid or ${usersWithin(companyIds)})`;
}

function toView(deps: { erasureEnabled: boolean }, row: UserRow): UserView {
  const erasableAt = row.disabled_at === null ? undefined : erasableFrom(row.disabled_at);
  const isErasable = deps.erasureEnabled && erasableAt !== undefined && erasableAt.getTime() <= Date.now();
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role as Role,
    companyIds: row.companyIds === 'all' ? [] : [...row.companyIds],
    allCompanies: row.companyIds === 'all',
    status: row.status as UserView['status'],
    mustChangePassword: row.must_change_password,
    hasPassword: row.password_set_at !== null,
    passkeyCount: Number(row.passkeyCount),
    ssoLinked: row.ssoLinked,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString(),
    invitedAt: row.invited_at?.toISOString(),
    lockedUntil: row.locked_until?.toISOString(),
    disabledAt: row.disabled_at?.toISOString(),
    notifications: notificationsOf(row.notifications),
    erasableAt: isErasable ? erasableAt.toISOString() : undefined,
  };
}
