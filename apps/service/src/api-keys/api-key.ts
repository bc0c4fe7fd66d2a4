import { sql } from 'kysely';
import {
  isOwner,
  PERMISSIONS,
  type Permission,
  type Principal,
  requireAdmin,
} from '../platform/access/principal.ts';
import { isConfined, reaches } from '../platform/access/reach.ts';
import type { Db } from '../platform/db/database.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { type ApiKeyId, type CompanyId, newId, parseId } from '../platform/ids.ts';
import { hashSecret, isWellFormedSecret, newSecret } from '../platform/secret.ts';

const PREFIX = 'pap_';
const SHOWN_CHARACTERS = 12;
const KEYS_PER_ACCOUNT = 100;
/** lastUsedAt is written at most this often. */
const TOUCH_EVERY_MS = 60_000;

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

/** Issues a key. Its value is in the answer and nowhere else, ever. [API API keys] */
export async function createApiKey(
  deps: { db: Db },
  principal: Principal,
  input: NewApiKey,
): Promise<ApiKeyView & { key: string }> {
  requireAdmin(principal);
  const companyId = confinement(principal, input.companyId);
  if (companyId) await requireCompany(deps.db, principal, companyId);
  const permissions = grantable(principal, input.permissions ?? []);
  const expiresAt = expiry(input.expiresAt);
  await requireRoom(deps.db, principal);
  const key = newSecret(PREFIX);
  const row = await deps.db
    .insertInto('api_keys')
    .values({
      id: newId(),
      account_id: principal.accountId,
      company_id: companyId ?? null,
      name: input.name,
      prefix: key.slice(0, SHOWN_CHARACTERS),
      secret_hash: hashSecret(key),
      permissions,
      created_by: principal.name,
      expires_at: expiresAt ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...toView(row), key };
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

async function requireCompany(db: Db, principal: Principal, companyId: CompanyId): Promise<void> {
  const found = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .where('account_id', '=', principal.accountId)
    .select('id')
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
}

/** Omitted or empty means all four; a key never gives more than it has itself. [contract 2, Keys] */
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

function expiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || at.getTime() <= Date.now())
    throw invalidField('expiresAt', 'must be a time to come');
  return at;
}

async function requireRoom(db: Db, principal: Principal): Promise<void> {
  const { count } = await db
    .selectFrom('api_keys')
    .where('account_id', '=', principal.accountId)
    .where('revoked_at', 'is', null)
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
  deps: { db: Db },
  principal: Principal,
  input: { companyId?: string },
): Promise<ApiKeyView[]> {
  requireAdmin(principal);
  const companyId = input.companyId === undefined ? undefined : parseId<'Company'>(input.companyId);
  if (input.companyId !== undefined && (!companyId || !reaches(principal.reach, companyId)))
    throw new AppError('NOT_FOUND');
  if (companyId) await requireCompany(deps.db, principal, companyId);
  let query = deps.db
    .selectFrom('api_keys')
    .where('account_id', '=', principal.accountId)
    .where('revoked_at', 'is', null)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (principal.reach.companyIds !== 'all')
    query = query.where('company_id', 'in', [...principal.reach.companyIds, NOBODY]);
  if (companyId) {
    query = query.where((eb) => eb.or([eb('company_id', '=', companyId), eb('company_id', 'is', null)]));
  }
  return (await query.execute()).map(toView);
}

/** Keeps an `in` list from being empty. */
const NOBODY = '00000000-0000-0000-0000-000000000000' as CompanyId;

/** Immediate and irreversible. */
export async function revokeApiKey(deps: { db: Db }, principal: Principal, id: string): Promise<void> {
  requireAdmin(principal);
  const keyId = parseId<'ApiKey'>(id);
  if (!keyId) throw new AppError('NOT_FOUND');
  let query = deps.db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('id', '=', keyId)
    .where('account_id', '=', principal.accountId)
    .where('revoked_at', 'is', null);
  if (isConfined(principal.reach) && principal.reach.companyIds !== 'all') {
    query = query.where('company_id', 'in', [...principal.reach.companyIds, NOBODY]);
  }
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError('NOT_FOUND');
}

/** Who holds this key. */
export async function findByApiKey(db: Db, key: string): Promise<Principal | undefined> {
  if (!isWellFormedSecret(key, PREFIX)) return undefined;
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .where('secret_hash', '=', hashSecret(key))
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
    .select([
      'api_keys.id',
      'api_keys.name',
      'account_id',
      'company_id',
      'permissions',
      'last_used_at',
      'accounts.status',
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  await touch(db, row.id, row.last_used_at);
  return {
    kind: 'api-key',
    accountId: row.account_id,
    accountStatus: row.status,
    apiKeyId: row.id,
    name: row.name,
    permissions: row.permissions,
    reach: { accountId: row.account_id, companyIds: row.company_id ? [row.company_id] : 'all' },
  };
}

async function touch(db: Db, id: ApiKeyId, lastUsedAt: Date | null): Promise<void> {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < TOUCH_EVERY_MS) return;
  await db
    .updateTable('api_keys')
    .set({ last_used_at: new Date() })
    .where('id', '=', id)
    .where(sql<boolean>`last_used_at is null or last_used_at < now() - interval '1 minute'`)
    .execute();
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
