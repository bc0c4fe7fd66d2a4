import { createHash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import type { Tx } from '../db/database.ts';
import { normaliseEmail } from '../email-address.ts';
import { AppError } from '../errors.ts';
import type { IdentityProvider } from './provider.ts';

/** A person as the provider vouches for them. Only verifyIdToken makes one. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  /** Undefined when the token has none, or does not say that it is verified. */
  email: string | undefined;
  provider: string;
  /** The end of the token: no session that rests on it lasts longer. [SSO-8] */
  expiresAt: Date;
  /** By which a second use is seen: of the part that is signed. */
  tokenHash: Buffer;
}

/**
 * Checks signature, issuer, audience, times and nonce [OIDC Core 3.1.3.7]. The nonce must be what the token has: none when
 * it has none.
 */
export async function verifyIdToken(
  provider: IdentityProvider,
  idToken: string,
  nonce: string | undefined,
): Promise<ProvenIdentity> {
  try {
    const server = await provider.server();
    return await check(provider, server, idToken, nonce).catch(async (error: unknown) => {
      // The provider may have new keys since we last looked.
      const reread = isUnknownKey(error) ? await provider.reread() : undefined;
      if (!reread) throw error;
      return check(provider, reread, idToken, nonce);
    });
  } catch (error) {
    throw provider.refusal(error);
  }
}

const isUnknownKey = (error: unknown): boolean =>
  error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION;

/** The library reads ID tokens where token endpoints give them, so ours is put into such an answer. */
async function check(
  provider: IdentityProvider,
  server: oauth.AuthorizationServer,
  idToken: string,
  nonce: string | undefined,
): Promise<ProvenIdentity> {
  const answer = Response.json({ access_token: 'none', token_type: 'bearer', id_token: idToken });
  const processed = await oauth.processAuthorizationCodeResponse(server, provider.client, answer, {
    requireIdToken: true,
    ...(nonce === undefined ? {} : { expectedNonce: nonce }),
  });
  await oauth.validateApplicationLevelSignature(server, answer, provider.requests);
  const claims = oauth.getValidatedIdTokenClaims(processed);
  if (!claims) throw new AppError('UNAUTHORIZED');
  const { email, email_verified: isVerified } = claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: isVerified === true && isAddress(email) ? normaliseEmail(email) : undefined,
    provider: provider.settings.provider,
    expiresAt: new Date(claims.exp * 1000),
    tokenHash: createHash('sha256')
      .update(idToken.slice(0, idToken.lastIndexOf('.')))
      .digest(),
  };
}

/** It is kept in an audit and looked for in the database: as long as an address may be, and printable. */
const isAddress = (email: unknown): email is string =>
  typeof email === 'string' && /^\P{Cc}{3,254}$/u.test(email);

/** An ID token opens one session, or makes one link. Of two uses at once one succeeds. */
export async function useIdToken(tx: Tx, proven: ProvenIdentity): Promise<void> {
  const used = await tx
    .insertInto('used_id_tokens')
    .values({
      token_hash: proven.tokenHash,
      expires_at: new Date(proven.expiresAt.getTime() + CLOCK_TOLERANCE),
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  if (!used)
    throw new AppError('UNAUTHORIZED', {
      message: 'This ID token was used before. Sign in at the provider again.',
    });
}

/** Longer than the library takes a token after its end. */
const CLOCK_TOLERANCE = 60_000;
