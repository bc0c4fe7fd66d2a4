import { type SqlBool, sql } from 'kysely';
import { actorOf } from '../platform/access/actor.ts';
import {
  isOwner,
  PERMISSIONS,
  type Permission,
  type Principal,
  requireAdmin,
  requireNoDesk,
} from '../platform/access/principal.ts';
import { reaches } from '../platform/access/reach.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { actedBy } from '../platform/audit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { inReach } from '../platform/db/find-in-reach.ts';
import { pageOf } from '../platform/db/list.ts';
import { lockAccount } from '../platform/db/lock-account.ts';
import { scoped } from '../platform/db/roots.ts';
import { type Environment, newCredential } from '../platform/environment.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import type { Cursors, Page, PageInput } from '../platform/http/page.ts';
import { type ApiKeyId, type CompanyId, newId, parseId } from '../platform/ids.ts';
import { hashSecret } from '../platform/secret.ts';

/** The prefix with its environment, and eight of its own. */
const SHOWN_CHARACTERS = 17;
const KEYS_PER_ACCOUNT = 100;

export interface ApiKeyView {
  id: ApiKeyId;
  name: string;
  companyId?: CompanyId;
  permissions: Permission[];
  prefix: string;
  createdAt: string;
  createdBy: string;
  lastUsedAt?: string;
  expiresAt?: string;
}

export interface NewApiKey {
  name: string;
  companyId?: string;
  permissions?: Permission[];
  expiresAt?: string;
}

/** Issues a key. Its value is in the answer and nowhere else, ever. [KEY-1] */
export async function createApiKey(
  deps: { db: Db; environment: Environment },
  principal: Principal,
  input: NewApiKey,
): Promise<ApiKeyView & { key: string }> {
  requireAdmin(principal);
  requireNoDesk(principal);
  const companyId = confinement(principal, input.companyId);
  if (companyId) await inReach(deps.db, principal, 'companies', companyId);
  const permissions = grantable(principal, input.permissions ?? []);
  const expiresAt = expiry(principal, input.expiresAt);
  const key = newCredential('api-key', deps.environment);
  const row = await transaction(deps.db, async (tx) => {
    await requireRoom(tx, principal);
    const made = await insertKey(tx, principal, key, { name: input.name, companyId, permissions, expiresAt });
    await recordAboutKey(tx, principal, made, 'api_key.created');
    return made;
  });
  return { ...toView(row), key };
}

function insertKey(
  tx: Tx,
  principal: Principal,
  key: string,
  input: { name: string; companyId?: CompanyId; permissions: Permission[]; expiresAt?: Date },
) {
  return tx
    .insertInto('api_keys')
    .values({
      id: newId(),
      account_id: principal.accountId,
      company_id: input.companyId ?? null,
      all_companies: input.companyId === undefined,
      name: input.name,
      prefix: key.slice(0, SHOWN_CHARACTERS),
      secret_hash: hashSecret(key),
      permissions: input.permissions,
      created_by: principal.name,
      created_by_user_id: actedBy(principal).actorUserId ?? null,
      expires_at: input.expiresAt ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function recordAboutKey(
  tx: Tx,
  principal: Principal,
  row: {
    id: ApiKeyId;
    name: string;
    prefix: string;
    company_id: CompanyId | null;
    permissions: Permission[];
  },
  eventType: 'api_key.created' | 'api_key.revoked',
): Promise<void> {
  return recordAccountAudit(tx, {
    accountId: principal.accountId,
    actor: actorOf(principal),
    eventType,
    companyIds: row.company_id ? [row.company_id] : 'all',
    target: { type: 'api_key', id: row.id, name: row.name, sub: row.prefix },
    metadata: { permissions: row.permissions },
  });
}

/** An omitted companyId means the whole account, which only an owner may give away. */
function confinement(principal: Principal, text: string | undefined): CompanyId | undefined {
  if (text === undefined) {
    if (!isOwner(principal)) {
      throw new AppError('FORBIDDEN', {
        message: 'Only an owner may create an account-wide key. Name a companyId.',
      });
    }
    return undefined;
  }
  const companyId = parseId<'Company'>(text);
  if (!companyId || !reaches(principal.reach, companyId)) throw new AppError('NOT_FOUND');
  return companyId;
}

/** Omitted or empty means all four; a key never gives more than it has itself. [KEY-3, KEY-6] */
function grantable(principal: Principal, asked: Permission[]): Permission[] {
  const wanted = asked.length === 0 ? [...PERMISSIONS] : [...new Set(asked)];
  if (principal.kind === 'user') return wanted;
  const beyond = wanted.filter((permission) => !principal.permissions.includes(permission));
  if (beyond.length > 0) {
    throw new AppError('PERMISSION_DENIED', {
      message: `This key cannot give what it does not have: ${beyond.join(', ')}. Name the permissions to give.`,
    });
  }
  return wanted;
}

/** A key that ends makes no key that lives longer. */
function expiry(principal: Principal, text: string | undefined): Date | undefined {
  const latest = principal.kind === 'api-key' ? principal.expiresAt : undefined;
  if (text === undefined) return latest;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || at.getTime() <= Date.now())
    throw invalidField('expiresAt', 'must be a time to come');
  if (latest && at.getTime() > latest.getTime())
    throw invalidField('expiresAt', `must not be after ${latest.toISOString()}, when the key that asks ends`);
  return at;
}

/** Counted one at a time per account, so that two at once do not both find the last room. */
async function requireRoom(tx: Tx, principal: Principal): Promise<void> {
  await lockAccount(tx, principal);
  const { count } = await scoped(tx, principal)
    .selectFrom('api_keys')
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= KEYS_PER_ACCOUNT) {
    throw new AppError('LIMIT_REACHED', {
      message: `An account has at most ${KEYS_PER_ACCOUNT} keys. Revoke one first.`,
    });
  }
}

/** A company admin sees only keys of its companies; with companyId, account-wide keys stay in view. */
export async function listApiKeys(
  deps: { db: Db; cursors: Cursors },
  principal: Principal,
  input: PageInput & { companyId?: string },
): Promise<Page<ApiKeyView>> {
  requireAdmin(principal);
  const { cursor, before, limit, ...filters } = input;
  const bound = ['api-keys', principal.reach, isOwner(principal), filters];
  const companyId = input.companyId === undefined ? undefined : parseId<'Company'>(input.companyId);
  if (input.companyId !== undefined && (!companyId || !reaches(principal.reach, companyId)))
    throw new AppError('NOT_FOUND');
  if (companyId) await inReach(deps.db, principal, 'companies', companyId);
  let query = scoped(deps.db, principal)
    .selectFrom('api_keys')
    .where('revoked_at', 'is', null)
    .where(inSight(principal))
    .selectAll();
  if (companyId) {
    query = query.where((eb) => eb.or([eb('company_id', '=', companyId), eb('company_id', 'is', null)]));
  }
  const listing = { cursors: deps.cursors, table: 'api_keys', bound };
  const { rows, ...cursors } = await pageOf(listing, { cursor, before, limit }, query);
  return { rows: rows.map(toView), ...cursors };
}

/** An owner sees every key in reach, others those confined to a company. */
const inSight = (principal: Principal) =>
  isOwner(principal) ? sql<SqlBool>`true` : sql<SqlBool>`company_id is not null`;

/** NOT_FOUND for a key that reaches more than the caller, or is of another account. [GEN-3] */
export async function requireInReach(db: Db, principal: Principal, id: string): Promise<void> {
  const where = sql<SqlBool>`(revoked_at is null and ${inSight(principal)})`;
  await inReach(db, principal, 'api_keys', id, { where });
}

/** Immediate and irreversible. */
export async function revokeApiKey(deps: { db: Db }, principal: Principal, id: string): Promise<void> {
  requireAdmin(principal);
  const keyId = parseId<'ApiKey'>(id);
  if (!keyId) throw new AppError('NOT_FOUND');
  await transaction(deps.db, async (tx) => {
    const revoked = await scoped(tx, principal)
      .updateTable('api_keys')
      .set({ revoked_at: new Date() })
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .where(inSight(principal))
      .returningAll()
      .executeTakeFirst();
    if (!revoked) throw new AppError('NOT_FOUND');
    await recordAboutKey(tx, principal, revoked, 'api_key.revoked');
  });
}

function toView(row: {
  id: ApiKeyId;
  name: string;
  company_id: CompanyId | null;
  permissions: Permission[];
  prefix: string;
  created_at: Date;
  created_by: string;
  last_used_at: Date | null;
  expires_at: Date | null;
}): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    companyId: row.company_id ?? undefined,
    permissions: row.permissions,
    prefix: row.prefix,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at?.toISOString(),
    expiresAt: row.expires_at?.toISOString(),
  };
}
