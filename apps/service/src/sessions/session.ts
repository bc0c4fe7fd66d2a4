import type { Principal } from '../platform/access/principal.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { type CompanyId, newId, type SessionId, type UserId } from '../platform/ids.ts';
import { hashSecret, isWellFormedSecret, newSecret } from '../platform/secret.ts';

const PREFIX = 'pus_';
/** Fixed end: `expiresAt` never slides. [contract L388] */
const LIFETIME_MS = 12 * 3_600_000;

export interface NewSession {
  token: string;
  expiresAt: Date;
}

/** What a successful sign-in leaves behind. The token is shown once; its hash is kept. */
export async function issueSession(
  tx: Tx,
  userId: UserId,
  authMethod: 'password' | 'sso',
): Promise<NewSession> {
  const token = newSecret(PREFIX);
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      token_hash: hashSecret(token),
      auth_method: authMethod,
      expires_at: expiresAt,
    })
    .execute();
  return { token, expiresAt };
}

export async function endSession(db: Db, sessionId: SessionId): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Who holds this token, read anew on every request so that a change takes effect on the next. [API Patch user 5] */
export async function findBySession(db: Db, token: string): Promise<Principal | undefined> {
  if (!isWellFormedSecret(token, PREFIX)) return undefined;
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('sessions.token_hash', '=', hashSecret(token))
    .where('sessions.expires_at', '>', new Date())
    .where('users.status', '=', 'active')
    .select((eb) => [
      'sessions.id as sessionId',
      'sessions.auth_method as authMethod',
      'sessions.issuer',
      'sessions.provider',
      'users.id as userId',
      'users.name',
      'users.email',
      'users.role',
      'users.must_change_password as mustChangePassword',
      'accounts.id as accountId',
      'accounts.status as accountStatus',
      eb
        .selectFrom('user_companies')
        .whereRef('user_companies.user_id', '=', 'users.id')
        .select((inner) => inner.fn.agg<UserCompanies>('array_agg', ['company_id']).as('ids'))
        .as('companyIds'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { accountId, accountStatus, userId, name, email, role, mustChangePassword } = row;
  return {
    kind: 'user',
    accountId,
    accountStatus,
    userId,
    name,
    email,
    role,
    mustChangePassword,
    reach: { accountId, companyIds: row.companyIds ?? 'all' },
    session: {
      id: row.sessionId,
      authMethod: row.authMethod,
      issuer: row.issuer ?? undefined,
      provider: row.provider ?? undefined,
    },
  };
}

type UserCompanies = CompanyId[] | null;
