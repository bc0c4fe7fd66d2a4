import { sql } from 'kysely';
import { coversRole, type OperatorPrincipal } from '../platform/access/operator-access.ts';
import type { Db } from '../platform/db/database.ts';
import { type Environment, isWellFormedCredential, refuseStranger } from '../platform/environment.ts';
import type { Id } from '../platform/ids.ts';
import { equalSecrets, hashSecret } from '../platform/secret.ts';

export interface FindDeps {
  db: Db;
  environment: Environment;
  /** The shared token, of DATA_DIR or OPERATOR_TOKEN. */
  operatorToken: string;
}

/** lastUsedAt is written at most this often. */
const TOUCH_EVERY_MS = 60_000;

/** Whose credential it is, read anew on every request, so that a change takes effect on the next. [OPR-11] */
export async function findOperator(
  deps: FindDeps,
  credential: string,
): Promise<OperatorPrincipal | undefined> {
  refuseStranger(credential, deps.environment);
  if (isWellFormedCredential(credential, 'operator-session')) return bySession(deps.db, credential);
  if (equalSecrets(credential, deps.operatorToken)) return shared(deps);
  if (isWellFormedCredential(credential, 'operator-token')) return byToken(deps.db, credential);
  return undefined;
}

async function bySession(db: Db, token: string): Promise<OperatorPrincipal | undefined> {
  const row = await db
    .selectFrom('operator_sessions as session')
    .innerJoin('operators', 'operators.id', 'session.operator_id')
    .where('session.token_hash', '=', hashSecret(token))
    .where('session.expires_at', '>', new Date())
    .where('operators.status', '=', 'active')
    .select(['operators.id', 'operators.name', 'operators.role', 'operators.must_change_password'])
    .select(['session.id as sessionId', 'session.expires_at', 'session.auth_method'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { sessionId, expires_at: expiresAt, auth_method: authMethod } = row;
  return {
    kind: 'operator',
    operatorId: row.id,
    name: row.name,
    role: row.role,
    // Who came by the provider needs no password: what was passed on is replaced when it is used.
    mustChangePassword: row.must_change_password && authMethod !== 'sso',
    credential: { kind: 'session', id: sessionId, expiresAt, authMethod },
  };
}

async function byToken(db: Db, token: string): Promise<OperatorPrincipal | undefined> {
  const row = await db
    .selectFrom('operator_tokens as token')
    .innerJoin('operators', 'operators.id', 'token.operator_id')
    .where('token.token_hash', '=', hashSecret(token))
    .where('token.expires_at', '>', new Date())
    .where('token.revoked_at', 'is', null)
    .where('operators.status', '=', 'active')
    .select(['operators.id', 'operators.name', 'operators.role as ownRole'])
    .select(['token.id as tokenId', 'token.name as tokenName', 'token.role', 'token.expires_at'])
    .select('token.last_used_at')
    .executeTakeFirst();
  if (!row) return undefined;
  await touch(db, row.tokenId, row.last_used_at);
  return {
    kind: 'operator',
    operatorId: row.id,
    name: row.name,
    // Whoever is given a lower role takes it from their tokens as well.
    role: coversRole(row.ownRole, row.role) ? row.role : row.ownRole,
    mustChangePassword: false,
    credential: { kind: 'token', id: row.tokenId, name: row.tokenName, expiresAt: row.expires_at },
  };
}

async function touch(db: Db, id: Id<'OperatorToken'>, lastUsedAt: Date | null): Promise<void> {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < TOUCH_EVERY_MS) return;
  await db
    .updateTable('operator_tokens')
    .set({ last_used_at: new Date() })
    .where('id', '=', id)
    .where(sql<boolean>`last_used_at is null or last_used_at < now() - interval '1 minute'`)
    .execute();
}

/** Nobody's: it makes the first operator; on a test network it opens the rest as well until there is one. [OPR-13] */
async function shared({ db, environment }: FindDeps): Promise<OperatorPrincipal> {
  const isTest = environment === 'TEST';
  return {
    kind: 'operator',
    operatorId: undefined,
    name: 'Operator',
    role: 'admin',
    mustChangePassword: false,
    credential: { kind: 'shared-token', opensAll: isTest && !(await hasOperators(db)) },
  };
}

export async function hasOperators(db: Db): Promise<boolean> {
  return (await db.selectFrom('operators').select('id').limit(1).executeTakeFirst()) !== undefined;
}
