import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Reach } from '../platform/access/reach.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { addressKey } from '../platform/http/rate-limit.ts';
import type { AccountId, CompanyId, SftpLoginId } from '../platform/ids.ts';
import { type AccountStatus, OPEN_ACCOUNTS } from '../platform/statuses.ts';
import type { Turns } from '../platform/turns.ts';
import { clearFailures, countFailure, requireUnlocked } from '../users/lockout.ts';
import { verifyAgainstNobody, verifyPassword } from '../users/password.ts';
import { reachOf } from './login.ts';
import { presentedKey } from './public-key.ts';

/** Whoever came in, as far as the file view needs to know. */
export interface SftpUser {
  readonly loginId: SftpLoginId;
  readonly username: string;
  readonly accountId: AccountId;
  readonly companyId: CompanyId | undefined;
  readonly reach: Reach;
  readonly accountStatus: AccountStatus;
  /** Of the credentials that opened the door. */
  readonly credentialsAt: Date;
}

export interface AuthenticateDeps {
  db: Db;
  signInTurns: Turns;
}

const LONGEST_PASSWORD = 512;
const REMEMBERED = 10_000;
const REMEMBERED_MS = 10 * 60_000;

/**
 * Under which wrong passwords are counted, beside those of people: by login and address, so that a stranger who guesses
 * does not lock out the customer's own program. A new password begins anew.
 */
const lockName = (username: string, address: string, changedAt: Date | undefined): string =>
  `sftp:${username} ${addressKey(address)} ${changedAt?.getTime() ?? 0}`;

interface Proof {
  digest: Buffer;
  passwordHash: string;
}

/** Who may come in. Remembers right passwords for a while: programs come every half minute, and each check costs 19 MiB. */
export class Authenticator {
  readonly #deps: AuthenticateDeps;
  readonly #key = randomBytes(32);
  readonly #proofs = new LRUCache<string, Proof>({ max: REMEMBERED, ttl: REMEMBERED_MS });

  constructor(deps: AuthenticateDeps) {
    this.#deps = deps;
  }

  /** Unknown, disabled, locked and wrong are all undefined; one address tries one password of a login at a time. */
  password(username: string, password: string, address: string): Promise<SftpUser | undefined> {
    const work = () => this.#password(username, password, address);
    return this.#deps.signInTurns.take(`sftp:${username} ${addressKey(address)}`, work);
  }

  async #password(username: string, password: string, address: string): Promise<SftpUser | undefined> {
    const { db } = this.#deps;
    const found = await findLogin(db, username);
    const lock = lockName(username, address, found?.credentials_changed_at);
    if (await isLocked(db, lock)) return undefined;
    const passwordHash = found?.auth_method === 'PASSWORD' ? found.password_hash : null;
    const isRight =
      password.length <= LONGEST_PASSWORD &&
      (passwordHash === null
        ? await verifyAgainstNobody(password)
        : await this.#isRight(username, passwordHash, password));
    if (!found || !isRight) {
      await countWrong(db, lock, found, address);
      return undefined;
    }
    await clearFailures(db, lock);
    return userOf(found);
  }

  async #isRight(username: string, passwordHash: string, password: string): Promise<boolean> {
    const digest = createHmac('sha256', this.#key).update(password).digest();
    const proof = this.#proofs.get(username);
    if (proof && proof.passwordHash === passwordHash && timingSafeEqual(proof.digest, digest)) return true;
    if (!(await verifyPassword(passwordHash, password))) return false;
    this.#proofs.set(username, { digest, passwordHash });
    return true;
  }

  /** Without a signature it is a question whether that key would do; nothing is written for either. */
  async publicKey(
    username: string,
    blob: Buffer,
    isSignedBy: (key: NonNullable<ReturnType<typeof presentedKey>>) => boolean,
  ): Promise<SftpUser | undefined> {
    const found = await findLogin(this.#deps.db, username);
    const key = found?.auth_method === 'PUBLIC_KEY' ? presentedKey(found.public_keys, blob) : undefined;
    return found && key && isSignedBy(key) ? userOf(found) : undefined;
  }
}

async function isLocked(db: Db, lock: string): Promise<boolean> {
  try {
    await requireUnlocked(db, lock);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'LOGIN_LOCKED') return true;
    throw error;
  }
}

type FoundLogin = NonNullable<Awaited<ReturnType<typeof findLogin>>>;

function findLogin(db: Db, username: string) {
  return overAll(db, 'sign-in')
    .selectFrom('sftp_logins')
    .innerJoin('accounts', 'accounts.id', 'sftp_logins.account_id')
    .where('sftp_logins.username', '=', username)
    .where('sftp_logins.status', '=', 'ACTIVE')
    .where('accounts.status', 'in', OPEN_ACCOUNTS)
    .selectAll('sftp_logins')
    .select('accounts.status as account_status')
    .executeTakeFirst();
}

function userOf(found: FoundLogin): SftpUser {
  const { account_id: accountId, company_id: companyId } = found;
  return {
    loginId: found.id,
    username: found.username,
    accountId,
    companyId: companyId ?? undefined,
    reach: reachOf(found),
    accountStatus: found.account_status,
    credentialsAt: found.credentials_changed_at,
  };
}

function countWrong(db: Db, lock: string, found: FoundLogin | undefined, address: string): Promise<void> {
  return transaction(db, async (tx) => {
    const isOpenedByPassword = found?.auth_method === 'PASSWORD';
    await countFailure(
      tx,
      lock,
      isOpenedByPassword ? { id: found.id, address: addressKey(address) } : undefined,
    );
    if (!found) return;
    await recordAccountAudit(tx, {
      accountId: found.account_id,
      actor: { kind: 'NOBODY', name: 'Unknown', address },
      eventType: 'sftp_login.failed',
      companyIds: found.company_id ? [found.company_id] : 'all',
      target: { type: 'sftp_login', id: found.id, name: found.username },
    });
  });
}

/** Once a minute is often enough to say when a login was last used. */
export async function noteLogin(db: Db, { loginId }: SftpUser): Promise<void> {
  const now = new Date();
  await overAll(db, 'sign-in')
    .updateTable('sftp_logins')
    .set({ last_login_at: now })
    .where('id', '=', loginId)
    .where((eb) =>
      eb.or([eb('last_login_at', 'is', null), eb('last_login_at', '<', new Date(now.getTime() - 60_000))]),
    )
    .execute();
}
