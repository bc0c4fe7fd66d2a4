import { sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import type { Reach } from '../platform/access/reach.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { isWellFormedCredential } from '../platform/environment.ts';
import type { ApiKeyId, CompanyId } from '../platform/ids.ts';
import { hashSecret } from '../platform/secret.ts';
import { OPEN_ACCOUNTS } from '../platform/statuses.ts';

/** lastUsedAt is written at most this often. */
const TOUCH_EVERY_MS = 60_000;

/** Who holds this key; of a closed account also who held it, to be told so. [OPR-24] */
export async function findByApiKey(db: Db, key: string): Promise<Principal | undefined> {
  if (!isWellFormedCredential(key, 'api-key')) return undefined;
  const row = await keyRow(db, 'secret_hash', hashSecret(key));
  if (!row) return undefined;
  await touch(db, row.id, row.last_used_at);
  return principalOf(row);
}

/** The same by the key's id, for what goes on after the request that began it. */
export async function findApiKey(db: Db, id: ApiKeyId): Promise<Principal | undefined> {
  const row = await keyRow(db, 'api_keys.id', id);
  return row && principalOf(row);
}

function keyRow(db: Db, column: 'api_keys.id' | 'secret_hash', value: ApiKeyId | Buffer) {
  return overAll(db, 'sign-in')
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .where(column, '=', value)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('accounts.status', 'not in', OPEN_ACCOUNTS)]))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
    .select([
      'api_keys.id',
      'api_keys.name',
      'account_id',
      'company_id',
      'all_companies',
      'permissions',
      'last_used_at',
      'expires_at',
      'accounts.status',
    ])
    .executeTakeFirst();
}

function principalOf(row: NonNullable<Awaited<ReturnType<typeof keyRow>>>): Principal {
  return {
    kind: 'api-key',
    accountId: row.account_id,
    accountStatus: row.status,
    apiKeyId: row.id,
    name: row.name,
    permissions: row.permissions,
    expiresAt: row.expires_at ?? undefined,
    reach: { accountId: row.account_id, companyIds: reachOf(row) },
  };
}

/** Every company only where that is said. */
function reachOf(row: { company_id: CompanyId | null; all_companies: boolean }): Reach['companyIds'] {
  if (row.all_companies) return 'all';
  return row.company_id === null ? [] : [row.company_id];
}

async function touch(db: Db, id: ApiKeyId, lastUsedAt: Date | null): Promise<void> {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < TOUCH_EVERY_MS) return;
  await overAll(db, 'sign-in')
    .updateTable('api_keys')
    .set({ last_used_at: new Date() })
    .where('id', '=', id)
    .where(sql<boolean>`last_used_at is null or last_used_at < now() - interval '1 minute'`)
    .execute();
}
