import { type CompanyInput, type CompanyView, companyOf, insertCompany } from '../companies/company.ts';
import { actingUser } from '../platform/access/actor.ts';
import type { UserPrincipal } from '../platform/access/principal.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { checkCountry } from '../platform/country.ts';
import { type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { normaliseEmail } from '../platform/email-address.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import { addressKey, type Limit, perHour, type RateLimiter } from '../platform/http/rate-limit.ts';
import { type AccountId, newId } from '../platform/ids.ts';
import { equalSecrets, hashSecret } from '../platform/secret.ts';
import { findBySession, issueSession, type NewSession, type Origin } from '../sessions/session.ts';
import type { SignupMode } from '../settings/config.ts';
import { type ViewDeps, viewOfUser } from '../users/find.ts';
import { checkNewPassword, hashPassword } from '../users/password.ts';
import type { UserView } from '../users/user.ts';
import { type AccountView, accountOf } from './account.ts';
import { insertAccount, insertOwner, type NewAccount } from './insert-account.ts';

export interface SignUpInput {
  account: NewAccount;
  company?: Partial<CompanyInput>;
  owner: { name?: string; email: string; password: string };
  bootstrapToken?: string;
}

export interface SignedUp {
  account: AccountView;
  company: CompanyView;
  user: UserView;
  token: string;
  expiresAt: string;
}

export interface SignUpDeps extends ViewDeps {
  environment: Environment;
  signupMode: SignupMode;
  bootstrapToken: string;
  rateLimiter: RateLimiter;
}

/** Account + first company + first owner + session, in one transaction. */
export async function signUp(deps: SignUpDeps, origin: Origin, input: SignUpInput): Promise<SignedUp> {
  requireInvitation(deps, addressKey(origin.address), input.bootstrapToken);
  checkCountry('account.countryCode', input.account.countryCode);
  if (input.company?.countryCode) checkCountry('company.countryCode', input.company.countryCode);
  const email = normaliseEmail(input.owner.email);
  checkNewPassword(input.owner.password, email);
  deps.rateLimiter.take('signup', addressKey(origin.address), perHour(5));
  const passwordHash = await hashPassword(input.owner.password);
  const session = await transaction(deps.db, async (tx) => {
    const { account } = input;
    const accountId = await insertAccount(tx, account);
    if (deps.signupMode === 'bootstrap') await useUp(tx, accountId, input.bootstrapToken ?? '');
    const companyId = await insertCompany(tx, accountId, firstCompany(input), true);
    const owner = { id: newId<'User'>(), name: input.owner.name ?? email, email, passwordHash, chosen: true };
    await insertOwner(tx, accountId, owner);
    await recordAccountAudit(tx, {
      accountId,
      actor: actingUser(owner.id, owner.name, origin.address),
      eventType: 'account.created',
      companyIds: 'all',
      target: { type: 'account', id: accountId, name: account.name ?? account.legalName },
    });
    return {
      companyId,
      ...(await issueSession(
        { tx, ...deps },
        { id: owner.id, accountId },
        { authMethod: 'password' },
        origin,
      )),
    };
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'users_email_taken' ? new AppError('EMAIL_TAKEN') : error;
  });
  return answer(deps, session);
}

/** The company is the account's own legal entity unless company says otherwise. */
function firstCompany({ account, company }: SignUpInput): CompanyInput {
  return {
    name: company?.name ?? account.name ?? account.legalName,
    identifier: company?.identifier,
    countryCode: company?.countryCode,
    registrationNumber: company?.registrationNumber ?? account.registrationNumber,
    vatNumber: company?.vatNumber ?? account.vatNumber,
  };
}

/** Guesses are few, of one address and of all; while there were too many, the right token has to wait too. */
function requireInvitation(deps: SignUpDeps, address: string, token = ''): void {
  const { signupMode, bootstrapToken, rateLimiter } = deps;
  if (signupMode === 'open') return;
  const guesses: [name: string, key: string, limit: Limit][] = [
    ['bootstrap', address, perHour(5)],
    ['bootstrap/total', 'all', perHour(100)],
  ];
  for (const [name, key, limit] of guesses) rateLimiter.check(name, key, limit);
  if (signupMode === 'bootstrap' && equalSecrets(token, bootstrapToken)) return;
  for (const [name, key, limit] of guesses) rateLimiter.take(name, key, limit);
  throw new AppError('SIGNUP_NOT_ALLOWED');
}

/** A bootstrap token makes one account: of two sign-ups at once one gets it. */
async function useUp(tx: Tx, accountId: AccountId, token: string): Promise<void> {
  const used = await tx
    .insertInto('used_bootstrap_tokens')
    .values({ token_hash: hashSecret(token), account_id: accountId })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  if (!used)
    throw new AppError('SIGNUP_NOT_ALLOWED', {
      message:
        'This bootstrap token made an account already. Ask the operator for a new one, or an owner for access.',
    });
}

async function answer(deps: SignUpDeps, session: NewSession & { companyId: string }): Promise<SignedUp> {
  const principal = (await findBySession(deps.db, session.token)) as UserPrincipal;
  return {
    account: await accountOf(deps, principal),
    company: await companyOf(deps.db, principal, session.companyId),
    user: await viewOfUser(deps, principal, principal.userId),
    token: session.token,
    expiresAt: session.expiresAt.toISOString(),
  };
}
