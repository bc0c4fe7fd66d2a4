import type { Actor } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { parseId, type UserId } from '../platform/ids.ts';
import { forgetTokens, issueToken } from '../platform/one-time-token.ts';
import { OPEN_ACCOUNTS } from '../platform/statuses.ts';
import { linkUrl } from '../users/link-letter.ts';
import { LINK_TOKENS, LINKS } from '../users/links.ts';
import { hashPassword } from '../users/password.ts';
import { randomPassword, setPassword } from '../users/set-password.ts';

export interface ResetInput {
  /** Which of them; the longest-standing active owner when omitted. */
  userId?: string;
  how: 'link' | 'password';
  reason: string;
}

export interface OwnerReset {
  userId: UserId;
  name: string;
  email: string;
  link?: string;
  expiresAt?: string;
  password?: string;
}

/**
 * A way back in for an owner who is lost: a link to choose a password, or one to be passed on and replaced. It is in this
 * answer and nowhere else, and stands in the account's audit with its reason. [OPR-21]
 */
export async function resetOwner(
  deps: { db: Db; publicUrl: string },
  id: string,
  input: ResetInput,
  actor: Actor,
): Promise<OwnerReset> {
  const password = input.how === 'password' ? randomPassword() : undefined;
  const hash = password && (await hashPassword(password));
  return transaction(deps.db, async (tx) => {
    const owner = await ownerOf(tx, id, input.userId);
    await recordAccountAudit(tx, {
      accountId: owner.accountId,
      actor,
      eventType: 'user.password_reset',
      companyIds: 'all',
      target: { type: 'user', id: owner.id, name: owner.name },
      metadata: { how: input.how, reason: input.reason },
    });
    const told = { userId: owner.id, name: owner.name, email: owner.email };
    if (hash) {
      await setPassword(tx, owner, { hash, chosen: false });
      return { ...told, password };
    }
    await forgetTokens(tx, { userId: owner.id }, LINKS);
    const holder = { userId: owner.id, accountId: owner.accountId };
    const { token, expiresAt } = await issueToken(tx, LINK_TOKENS['password-reset'], holder);
    return { ...told, link: linkUrl(deps.publicUrl, token), expiresAt: expiresAt.toISOString() };
  });
}

/** Of an account that is not closed; only owners: whom an owner can help is not the operator's. */
async function ownerOf(db: Db, account: string, user: string | undefined) {
  const accountId = parseId<'Account'>(account);
  const userId = user === undefined ? undefined : parseId<'User'>(user);
  if (!accountId || (user !== undefined && !userId)) throw new AppError('NOT_FOUND');
  let query = overAll(db, 'operator')
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('accounts.id', '=', accountId)
    .where('accounts.status', 'in', OPEN_ACCOUNTS)
    .where('users.role', '=', 'owner')
    .where('users.status', '=', 'active')
    .select(['users.id', 'users.name', 'users.email', 'accounts.id as accountId'])
    .orderBy('users.created_at')
    .orderBy('users.id')
    .limit(1);
  if (userId) query = query.where('users.id', '=', userId);
  const owner = await query.executeTakeFirst();
  if (!owner)
    throw new AppError('NOT_FOUND', { message: 'The account has no such active owner. See its people.' });
  return owner;
}
