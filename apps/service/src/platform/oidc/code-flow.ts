import { createHash, createHmac } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { type Db, transaction } from '../db/database.ts';
import { AppError } from '../errors.ts';
import { issueToken, redeemToken, type TokenKind } from '../one-time-token.ts';
import { type ProvenIdentity, verifyIdToken } from './id-token.ts';
import { clientAuthentication, type IdentityProvider, requireSso, type SsoDeps } from './provider.ts';

/** Between leaving for the provider and coming back. */
const LIFETIME = 10 * 60_000;

/** One side of the service whose people come in by a provider: customers', or the operator's. */
export interface SsoFace extends SsoDeps {
  db: Db;
  /** What its flows are called: one of another face is worth nothing here. */
  flow: Pick<TokenKind, 'purpose' | 'prefix'>;
}

const kindOf = ({ flow }: SsoFace): TokenKind => ({ ...flow, lifetimeMs: LIFETIME });

export interface StartedFlow {
  authorizationUrl: string;
  /** For the browser to keep to itself until the provider sends it back: without it the answer is worth nothing. */
  flow: string;
  expiresAt: string;
}

/** State, nonce and PKCE verifier all follow from the secret that the browser keeps: none of them is stored. */
function secretsOf(flow: string) {
  const derive = (use: string) => createHmac('sha256', flow).update(use).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

/** Begins the authorization code flow with PKCE [OIDC Core 3.1.2.1] [RFC 7636]. */
export async function startCodeFlow(face: SsoFace): Promise<StartedFlow> {
  const provider = requireSso(face);
  const server = await provider.server();
  if (!server.authorization_endpoint) throw new AppError('SSO_NOT_CONFIGURED');
  const { token, expiresAt } = await transaction(face.db, (tx) => issueToken(tx, kindOf(face), {}));
  const { state, nonce, verifier } = secretsOf(token);
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    client_id: provider.settings.clientId,
    redirect_uri: provider.settings.redirectUri,
    response_type: 'code',
    scope: 'openid email',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { authorizationUrl: url.href, flow: token, expiresAt: expiresAt.toISOString() };
}

/** What a browser brings back from the provider. */
export interface EndedFlow {
  flow: string;
  callbackUrl: string;
}

/** Ends it: checks state and issuer of where the provider sent the browser, and exchanges the code. Works once. */
export async function completeCodeFlow(face: SsoFace, input: EndedFlow): Promise<ProvenIdentity> {
  const provider = requireSso(face);
  const isOpen = await transaction(face.db, (tx) => redeemToken(tx, [kindOf(face)], input.flow));
  if (!isOpen)
    throw new AppError('UNAUTHORIZED', {
      message: 'This sign-in was completed before, or took too long. Start again.',
    });
  const { nonce, ...secrets } = secretsOf(input.flow);
  const idToken = await exchangeCode(provider, input.callbackUrl, { nonce, ...secrets }).catch(
    (error: unknown) => {
      throw provider.refusal(error);
    },
  );
  return verifyIdToken(provider, idToken, nonce);
}

async function exchangeCode(
  provider: IdentityProvider,
  callbackUrl: string,
  { state, nonce, verifier }: ReturnType<typeof secretsOf>,
): Promise<string> {
  const { client, settings } = provider;
  const server = await provider.server();
  const parameters = oauth.validateAuthResponse(server, client, new URL(callbackUrl), state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuthentication(server, settings.clientSecret),
    parameters,
    settings.redirectUri,
    verifier,
    provider.requests,
  );
  const result = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  return String(result.id_token);
}
