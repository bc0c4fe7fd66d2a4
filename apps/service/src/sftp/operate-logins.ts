import type { Actor } from '../platform/access/actor.ts';
import { type AccountAuditType, recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { addressKey } from '../platform/http/rate-limit.ts';
import { type AccountId, type CompanyId, newId, parseId } from '../platform/ids.ts';
import { OPEN_ACCOUNTS } from '../platform/statuses.ts';
import { hashPassword } from '../users/password.ts';
import { forgetWrong, lockedAddresses } from './lockouts.ts';
import { type LoginRow, loginView, type SftpLoginView } from './login.ts';
import { newPassword } from './new-password.ts';
import { readPublicKeys } from './public-key.ts';

const LOGINS_PER_ACCOUNT = 100;
const USERNAME = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;

type AuthMethod = LoginRow['auth_method'];

export interface NewLogin {
  accountId: string;
  companyId?: string;
  username: string;
  authMethod: AuthMethod;
  publicKey?: string;
}

export interface LoginMade {
  login: SftpLoginView;
  /** In this answer and nowhere else. */
  password?: string;
}

interface Credential {
  auth_method: AuthMethod;
  password_hash: string | null;
  public_keys: string[];
}

/** Logins are the operator's to make. [SFT-1] */
export async function createLogin(deps: { db: Db }, input: NewLogin, by: Actor): Promise<LoginMade> {
  if (!USERNAME.test(input.username))
    throw invalidField(
      'username',
      'must be 1 to 64 of a-z, 0-9, dot, hyphen and underscore, with a letter or digit at both ends',
    );
  const { credential, password } = await newCredential(input.authMethod, input.publicKey);
  try {
    const row = await transaction(deps.db, async (tx) => {
      const { accountId, companyId } = await owner(tx, input);
      const made = await tx
        .insertInto('sftp_logins')
        .values({
          id: newId(),
          account_id: accountId,
          company_id: companyId ?? null,
          username: input.username,
          last_login_at: null,
          ...credential,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await recordAbout(tx, made, by, 'sftp_login.created', { authMethod: made.auth_method });
      return made;
    });
    return { login: loginView(row), password };
  } catch (error) {
    if (violatedConstraint(error) === 'sftp_logins_username_taken')
      throw new AppError('IDENTIFIER_TAKEN', { message: 'This username is taken. Choose another one.' });
    throw error;
  }
}

/** The account, locked while its logins are counted, and its company if one is named. */
async function owner(
  tx: Tx,
  input: NewLogin,
): Promise<{ accountId: AccountId; companyId: CompanyId | undefined }> {
  const accountId = parseId<'Account'>(input.accountId);
  const account =
    accountId &&
    (await overAll(tx, 'operator')
      .selectFrom('accounts')
      .where('id', '=', accountId)
      .where('status', 'in', OPEN_ACCOUNTS)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst());
  if (!account) throw new AppError('NOT_FOUND', { message: 'There is no such account. Check accountId.' });
  const { count } = await overAll(tx, 'operator')
    .selectFrom('sftp_logins')
    .where('account_id', '=', account.id)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= LOGINS_PER_ACCOUNT)
    throw new AppError('LIMIT_REACHED', {
      message: `An account has at most ${LOGINS_PER_ACCOUNT} SFTP logins. Delete one first.`,
    });
  if (input.companyId === undefined) return { accountId: account.id, companyId: undefined };
  const companyId = parseId<'Company'>(input.companyId);
  const company =
    companyId &&
    (await overAll(tx, 'operator')
      .selectFrom('companies')
      .where('id', '=', companyId)
      .where('account_id', '=', account.id)
      .select('id')
      .executeTakeFirst());
  if (!company)
    throw new AppError('NOT_FOUND', { message: 'The account has no such company. Check companyId.' });
  return { accountId: account.id, companyId: company.id };
}

async function newCredential(
  authMethod: AuthMethod,
  publicKey: string | undefined,
): Promise<{ credential: Credential; password?: string }> {
  if (authMethod === 'PUBLIC_KEY') {
    if (publicKey === undefined) throw invalidField('publicKey', 'is required with PUBLIC_KEY');
    return {
      credential: { auth_method: authMethod, password_hash: null, public_keys: readPublicKeys(publicKey) },
    };
  }
  if (publicKey !== undefined) throw invalidField('publicKey', 'goes with PUBLIC_KEY; leave it out');
  const password = newPassword();
  return {
    credential: { auth_method: authMethod, password_hash: await hashPassword(password), public_keys: [] },
    password,
  };
}

export interface OperatorChange {
  status?: 'ACTIVE' | 'DISABLED';
  authMethod?: AuthMethod;
  publicKey?: string;
  resetPassword?: boolean;
}

/** Disables, enables, or gives new credentials; who is connected with the old ones is cut off within seconds. */
export async function changeLogin(
  deps: { db: Db },
  id: string,
  change: OperatorChange,
  by: Actor,
): Promise<LoginMade> {
  if (Object.keys(change).length === 0)
    throw invalidField('status', 'or authMethod, publicKey or resetPassword must be given');
  const found = await loginNamed(deps.db, id);
  const authMethod = change.authMethod ?? found.auth_method;
  const renews =
    change.resetPassword === true || change.publicKey !== undefined || authMethod !== found.auth_method;
  if (change.resetPassword !== undefined && authMethod !== 'PASSWORD')
    throw invalidField('resetPassword', 'goes with PASSWORD; leave it out');
  const renewed = renews ? await newCredential(authMethod, change.publicKey) : undefined;
  const row = await transaction(deps.db, async (tx) => {
    const changed = await overAll(tx, 'operator')
      .updateTable('sftp_logins')
      .set({
        ...(change.status && { status: change.status }),
        ...(renewed && { ...renewed.credential, credentials_changed_at: new Date() }),
      })
      .where('id', '=', found.id)
      .returningAll()
      .executeTakeFirst();
    if (!changed) throw new AppError('NOT_FOUND');
    if (renewed) await forgetWrong(tx, changed.id);
    await recordAbout(tx, changed, by, 'sftp_login.updated', { fields: Object.keys(change) });
    return changed;
  });
  return { login: await viewWithLocks(deps.db, row), password: renewed?.password };
}

const viewWithLocks = async (db: Db, row: LoginRow): Promise<SftpLoginView> =>
  loginView(row, (await lockedAddresses(db, [row])).get(row.id));

/**
 * Lets an address in again before its time, or all of them, and begins to count anew. Who has locked it by wrong passwords
 * may lock it again in the same way. [SFT-16]
 */
export async function unlockLogin(
  deps: { db: Db },
  id: string,
  asked: { address?: string; reason?: string },
  by: Actor,
): Promise<SftpLoginView> {
  const found = await loginNamed(deps.db, id);
  const { reason } = asked;
  const address = asked.address && addressKey(asked.address);
  await transaction(deps.db, async (tx) => {
    const unlocked = await forgetWrong(tx, found.id, address);
    if (unlocked === 0)
      throw new AppError('INVALID_STATE', {
        message: address
          ? 'The login is not locked for that address. Take one of lockedAddresses.'
          : 'The login is not locked for any address: the time of its locks is over. Try to sign in again.',
      });
    await recordAbout(tx, found, by, 'sftp_login.unlocked', { address, addresses: unlocked, reason });
  });
  return viewWithLocks(deps.db, found);
}

/** The files that it uploaded stay where they are. */
export async function deleteLogin(deps: { db: Db }, id: string, by: Actor): Promise<void> {
  const found = await loginNamed(deps.db, id);
  await transaction(deps.db, async (tx) => {
    await overAll(tx, 'operator').deleteFrom('sftp_logins').where('id', '=', found.id).execute();
    await forgetWrong(tx, found.id);
    await recordAbout(tx, found, by, 'sftp_login.deleted', {});
  });
}

async function loginNamed(db: Db, id: string): Promise<LoginRow> {
  const loginId = parseId<'SftpLogin'>(id);
  const found =
    loginId &&
    (await overAll(db, 'operator')
      .selectFrom('sftp_logins')
      .where('id', '=', loginId)
      .selectAll()
      .executeTakeFirst());
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

function recordAbout(
  tx: Tx,
  row: LoginRow,
  actor: Actor,
  eventType: AccountAuditType,
  metadata: Record<string, unknown>,
): Promise<void> {
  return recordAccountAudit(tx, {
    accountId: row.account_id,
    actor,
    eventType,
    companyIds: row.company_id ? [row.company_id] : 'all',
    target: { type: 'sftp_login', id: row.id, name: row.username },
    metadata,
  });
}
