import * as oauth from 'oauth4webapi';
import type { Logger } from 'pino';
import { Agent, fetch } from 'undici';
import { AppError } from '../errors.ts';
import { refuseNeverCalledUrl } from '../private-address.ts';
import { insideLookup } from '../public-lookup.ts';

const HOUR = 3_600_000;
/** A caller who makes up key ids must not make us ask the provider for each. */
const SOONEST_REREAD = 5_000;
const TIMEOUT = 5_000;

/** Where people of one side of the service sign in, as the environment says it. */
export interface SsoSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** What people call the provider. */
  provider: string;
  /** Where the provider sends people back to. */
  redirectUri: string;
  /** Only on a local network may the provider be reached without TLS. */
  allowHttp: boolean;
}

export interface SsoDeps {
  /** Undefined where single sign-on is not set up. */
  sso: IdentityProvider | undefined;
}

export function requireSso(deps: SsoDeps): IdentityProvider {
  if (!deps.sso) throw new AppError('SSO_NOT_CONFIGURED');
  return deps.sso;
}

/** The OpenID provider: who we are there, and what it says of itself [OIDC Discovery 4]. */
export class IdentityProvider {
  readonly settings: SsoSettings;
  readonly client: oauth.Client;
  readonly #log: Logger;
  #read: { at: number; server: Promise<oauth.AuthorizationServer> } | undefined;

  constructor(settings: SsoSettings, log: Logger) {
    this.settings = settings;
    this.client = { client_id: settings.clientId };
    this.#log = log;
  }

  /** Its metadata, read again every hour. The library keeps the keys with them, for five minutes. */
  server(): Promise<oauth.AuthorizationServer> {
    return this.#read && Date.now() - this.#read.at < HOUR ? this.#read.server : this.#discover();
  }

  /** Metadata and keys anew, unless they were read just now: for a key that we do not know. */
  reread(): Promise<oauth.AuthorizationServer> | undefined {
    return this.#read && Date.now() - this.#read.at < SOONEST_REREAD ? undefined : this.#discover();
  }

  /** How every request to the provider is made. */
  get requests() {
    return requestsTo(this.settings);
  }

  /** What a proof that is no good answers. Why stands in the log only, and without what the token says. */
  refusal(error: unknown): AppError {
    if (error instanceof AppError) return error;
    this.#log.info({ reason: error instanceof Error ? error.message : String(error) }, 'sign-in refused');
    return new AppError('UNAUTHORIZED', {
      message: 'The identity provider does not vouch for this sign-in. Start again.',
    });
  }

  #discover(): Promise<oauth.AuthorizationServer> {
    const server = this.#askForMetadata();
    const read = { at: Date.now(), server };
    this.#read = read;
    server.catch(() => {
      if (this.#read === read) this.#read = undefined;
    });
    return server;
  }

  async #askForMetadata(): Promise<oauth.AuthorizationServer> {
    try {
      return await readMetadata(this.settings);
    } catch (error) {
      const { href } = new URL(this.settings.issuer);
      this.#log.warn(
        { reason: error instanceof Error ? error.message : String(error), issuer: href },
        'the identity provider cannot be used',
      );
      throw new AppError('UNAVAILABLE', { message: NO_ANSWER, retryAfter: 5 });
    }
  }
}

/** What a provider says of itself. @throws whatever keeps it from being one that can be used */
export async function readMetadata(settings: SsoSettings): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(settings.issuer);
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...requestsTo(settings) });
  return oauth.processDiscoveryResponse(issuer, answer);
}

const requestsTo = ({ allowHttp }: SsoSettings) => ({
  [oauth.customFetch]: fetchFromProvider,
  [oauth.allowInsecureRequests]: allowHttp,
  signal: () => AbortSignal.timeout(TIMEOUT),
});

const NO_ANSWER = 'The identity provider does not answer. Try again shortly, or sign in with your password.';

/**
 * What the provider answers to a code that it never gave: `invalid_grant` to a client that it knows, and not before it
 * knows it [RFC 6749 5.2]. Undefined where it says nothing of the kind.
 */
export async function refusalOfNoCode(
  server: oauth.AuthorizationServer,
  settings: SsoSettings,
): Promise<string | undefined> {
  const answer = await oauth.genericTokenEndpointRequest(
    server,
    { client_id: settings.clientId },
    clientAuthentication(server, settings.clientSecret),
    'authorization_code',
    { code: 'none', redirect_uri: settings.redirectUri, code_verifier: oauth.generateRandomCodeVerifier() },
    requestsTo(settings),
  );
  const said: unknown = await answer.json().catch(() => undefined);
  return said !== null && typeof said === 'object' && 'error' in said ? String(said.error) : undefined;
}

export function clientAuthentication(
  server: oauth.AuthorizationServer,
  secret: string | undefined,
): oauth.ClientAuth {
  if (secret === undefined) return oauth.None();
  const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return known.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret);
}

/** The operator names the provider, which may stand in a private network; where its metadata leads, it says itself. */
const dispatcher = new Agent({ connect: { timeout: TIMEOUT, lookup: insideLookup } });

/** Real metadata, keys and tokens have some thousand bytes. */
const ANSWER_BYTES = 262_144;

async function fetchFromProvider(
  url: string,
  init: oauth.CustomFetchOptions<'GET' | 'POST', URLSearchParams | undefined>,
): Promise<Response> {
  const answer =
    refuseNeverCalledUrl(url) === undefined
      ? await fetch(url, { ...init, dispatcher }).catch(() => undefined)
      : undefined;
  const body = answer?.body ? await readBounded(answer.body).catch(() => undefined) : undefined;
  if (!answer || !body || answer.status >= 500)
    throw new AppError('UNAVAILABLE', { message: NO_ANSWER, retryAfter: 5 });
  return new Response(body, { status: answer.status, headers: [...answer.headers] });
}

/** Undefined when there is more than any provider has to say, which is not read to its end. */
async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
