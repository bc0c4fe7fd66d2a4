import { transaction } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { completeCodeFlow, type EndedFlow, type SsoFace } from '../platform/oidc/code-flow.ts';
import { type ProvenIdentity, useIdToken } from '../platform/oidc/id-token.ts';
import { holdActive, viewOfOperator } from './operator.ts';
import { type Origin, openSession, type SignedIn } from './session.ts';
import { recordFailure, type SignInDeps } from './sign-in.ts';

export interface SsoSignInDeps extends SignInDeps, SsoFace {
  /** Mail domains whose people may come in that way; empty for any. */
  domains: readonly string[];
}

const authMethod = 'sso';

/** Signs in the operator whose e-mail address the provider has verified; it makes nobody an operator. [OPR-39] */
export async function signInBySso(deps: SsoSignInDeps, origin: Origin, ended: EndedFlow): Promise<SignedIn> {
  const { db } = deps;
  const proven = await completeCodeFlow(deps, ended);
  const { email, issuer, expiresAt: notAfter } = proven;
  const holder = await operatorOf(deps, proven);
  const session =
    holder?.status === 'active'
      ? await transaction(db, async (tx) => {
          await useIdToken(tx, proven);
          const held = await holdActive(tx, holder.id);
          return held && openSession({ tx, ...deps }, held, { authMethod, issuer, notAfter }, origin);
        })
      : undefined;
  if (!holder || !session) {
    await recordFailure(db, origin, { authMethod, email, holder });
    throw new AppError('UNAUTHORIZED', {
      message:
        'Nobody here comes in by that identity. Ask an admin to add you by its verified e-mail address.',
    });
  }
  return { ...session, operator: { ...(await viewOfOperator(db, holder.id)), mustChangePassword: false } };
}

async function operatorOf({ db, domains }: SsoSignInDeps, { email }: ProvenIdentity) {
  const domain = email?.slice(email.lastIndexOf('@') + 1) ?? '';
  if (email === undefined || (domains.length > 0 && !domains.includes(domain))) return undefined;
  return db
    .selectFrom('operators')
    .where('email', '=', email)
    .select(['id', 'name', 'status'])
    .executeTakeFirst();
}
