import { type CompanyInput, type CompanyView, companyOf, insertCompany } from '../companies/company.ts';
import type { UserPrincipal } from '../platform/access/principal.ts';
import { actingUser, recordAccountAudit } from '../platform/account-audit.ts';
import { checkCountry } from '../platform/country.ts';
import { type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { addressKey, perHour, type RateLimiter } from '../platform/http/rate-limit.ts';
import { type AccountId, newId, type UserId } from '../platform/ids.ts';
import { equalSecrets } from '../platform/secret.ts';
import { findBySession, issueSession, type NewSession, type Origin } from '../sessions/session.ts';
import { type ViewDeps, viewOfUser } from '../users/find.ts';
import { checkNewPassword, hashPassword } from '../users/password.ts';
import { normaliseEmail, type UserView } from '../users/user.ts';
import { type AccountView, accountOf, type Environment } from './account.ts';

export type SignupMode = 'closed' | 'bootstrap' | 'open';

export interface SignUpInput {
  account: {
    name?: string;
    legalName: string;
    countryCode: string;
    registrationNumber?: string;
    vatNumber?: string;
  };
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
  bootstrapToken: string | undefined;
  rateLimiter: RateLimiter;
}

/** Account + first company + first owner + session, in one transaction. */
export async function signUp(deps: SignUpDeps, origin: Origin, input: SignUpInput): Promise<SignedUp> {
  requireInvitation(deps, input.bootstrapToken);
  checkCountry('account.countryCode', input.account.countryCode);
  if (input.company?.countryCode) checkCountry('company.countryCode', input.company.countryCode);
  const email = normaliseEmail(input.owner.email);
  checkNewPassword(input.owner.password, email);
  deps.rateLimiter.take('signup', addressKey(origin.address), perHour(5));
  const passwordHash = await hashPassword(input.owner.password);
  const session = await transaction(deps.db, async (tx) => {
    const accountId = newId<'Account'>();
    const { account } = input;
    await tx
      .insertInto('accounts')
      .values({
        id: accountId,
        name: account.name ?? account.legalName,
        legal_name: account.legalName,
        country_code: account.countryCode,
        registration_number: account.registrationNumber ?? null,
        vat_number: account.vatNumber ?? null,
        status: 'ACTIVE',
      })
      .execute();
    const companyId = await insertCompany(tx, accountId, firstCompany(input), true);
    const owner = { id: newId<'User'>(), name: input.owner.name ?? email, email, passwordHash };
    await insertOwner(tx, accountId, owner);
    await recordAccountAudit(tx, {
      accountId,
      actor: actingUser(owner.id, owner.name, origin.address),
      eventType: 'account.created',
      companyIds: 'all',
      target: { type: 'account', id: accountId, name: account.name ?? account.legalName },
    });
    return { companyId, ...(await issueSession(tx, owner.id, { authMethod: 'password' }, origin)) };
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'users_email_taken' ? new AppError('EMAIL_TAKEN') : error;
  });
  return answer(deps, session);
}

async function insertOwner(
  tx: Tx,
  accountId: AccountId,
  owner: { id: UserId; name: string; email: string; passwordHash: string },
): Promise<void> {
  const now = new Date();
  await tx
    .insertInto('users')
    .values({
      id: owner.id,
      account_id: accountId,
      name: owner.name,
      email: owner.email,
      role: 'owner',
      all_companies: true,
      password_hash: owner.passwordHash,
      status: 'active',
      password_set_at: now,
      last_login_at: now,
    })
    .execute();
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

function requireInvitation(deps: SignUpDeps, token: string | undefined): void {
  if (deps.signupMode === 'open') return;
  const invited =
    deps.signupMode === 'bootstrap' &&
    deps.bootstrapToken !== undefined &&
    token !== undefined &&
    equalSecrets(token, deps.bootstrapToken);
  if (!invited) throw new AppError('SIGNUP_NOT_ALLOWED');
}

async function answer(deps: SignUpDeps, session: NewSession & { companyId: string }): Promise<SignedUp> {
  const principal = (await findBySession(deps.db, session.token)) as UserPrincipal;
  return {
    account: await accountOf(deps, principal),
    company: await companyOf(deps.db, principal, session.companyId),
    user: await viewOfUser(deps, principal.userId),
    token: session.token,
    expiresAt: session.expiresAt.toISOString(),
  };
}
