import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';
import { createServer, type Server } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import { freePorts } from '../../../scripts/free-ports.ts';

export const CLIENT = { id: 'pappel', secret: 'a secret of the client' };
/** Another application at the same provider. */
export const OTHER_CLIENT = { id: 'another-application', secret: 'a secret of the other client' };
const OWN_CALLBACK = 'https://client.example/callback';

export interface OpenIdProvider {
  issuer: string;
  /** What its people are called, by subject. */
  people: Map<string, { email?: string; email_verified?: boolean }>;
  /** How often its keys were asked for. */
  keyRequests(): number;
  /** Signs in at the provider, as a browser would, and answers where it sends the browser back to. */
  signIn(authorizationUrl: string, subject: string): Promise<string>;
  /** A real ID token, got by the code flow. */
  idToken(subject: string, options?: { nonce?: string; client?: typeof CLIENT }): Promise<string>;
  /** The same claims as a real token, but these, signed by the provider's key. */
  altered(idToken: string, claims: object, header?: object): string;
  /** New keys, and the old ones withdrawn. */
  rotateKeys(): Promise<void>;
  /** Answers nothing any more, until `rotateKeys`. */
  goAway(): Promise<void>;
  close(): Promise<void>;
}

function newKey(): JsonWebKey & { kid: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}

/** A real OpenID provider on loopback. */
export async function startOpenIdProvider(callbacks: string[]): Promise<OpenIdProvider> {
  const [port = 0] = await freePorts(1);
  const issuer = `http://127.0.0.1:${port}`;
  const people: OpenIdProvider['people'] = new Map();
  let key = newKey();
  let server: Server;
  let keyRequests = 0;

  const configuration = (): Configuration => ({
    clients: [CLIENT, OTHER_CLIENT].map(({ id, secret }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [OWN_CALLBACK, ...callbacks],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    })),
    jwks: { keys: [key] },
    cookies: { keys: ['a key for cookies'] },
    claims: { openid: ['sub', 'jti'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, subject) => ({
      accountId: subject,
      // Two tokens of one second differ, as those of other providers do.
      claims: () => ({ sub: subject, jti: randomUUID(), ...people.get(subject) }),
    }),
  });

  const open = async (): Promise<void> => {
    const answer = new Provider(issuer, configuration()).callback();
    server = createServer((request, response) => {
      if (request.url === '/jwks') keyRequests++;
      // Nobody keeps a connection that a change of keys would break.
      response.setHeader('connection', 'close');
      void answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await silently(open);

  return {
    issuer,
    people,
    keyRequests: () => keyRequests,
    signIn: browse,
    idToken: async (subject, { nonce, client = CLIENT } = {}) => {
      const url = authorizationUrl(issuer, client.id, nonce);
      return exchange(issuer, client, new URL(await browse(url, subject)));
    },
    altered: (idToken, claims, header = {}) => alter(idToken, key, claims, header),
    rotateKeys: async () => {
      await close();
      key = newKey();
      await silently(open);
    },
    goAway: close,
    close,
  };
}

/** It warns on the console that its development interactions are on, which is why it is here. */
async function silently(work: () => Promise<void>): Promise<void> {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    await work();
  } finally {
    Object.assign(console, { warn, info });
  }
}

const VERIFIER = 'a-verifier-of-the-test-that-is-long-enough-for-pkce';

function authorizationUrl(issuer: string, clientId: string, nonce: string | undefined): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: OWN_CALLBACK,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...(nonce === undefined ? {} : { nonce }),
  });
  return `${issuer}/auth?${query}`;
}

async function exchange(issuer: string, client: typeof CLIENT, callback: URL): Promise<string> {
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${encodeURIComponent(client.secret)}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: OWN_CALLBACK,
      code_verifier: VERIFIER,
    }),
  });
  const body = (await answer.json()) as { id_token?: string };
  if (!body.id_token) throw new Error(JSON.stringify(body));
  return body.id_token;
}

/** Follows redirects with cookies and fills in the forms, until the provider sends us away. */
async function browse(start: string, subject: string): Promise<string> {
  const { origin } = new URL(start);
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: form } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) keep(cookies, cookie);
    const location = answer.headers.get('location');
    if (location) {
      url = new URL(location, url).href;
      form = undefined;
      if (new URL(url).origin !== origin) return url;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!prompt) throw new Error(`${answer.status} ${page}`);
    form = new URLSearchParams({ prompt, login: subject, password: 'any' });
  }
  throw new Error('the provider never sent us back');
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [pair = ''] = cookie.split(';');
  const cut = pair.indexOf('=');
  cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
}

const decode = (part = ''): object => JSON.parse(Buffer.from(part, 'base64url').toString());
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function alter(idToken: string, key: JsonWebKey, claims: object, header: object): string {
  const [head, body] = idToken.split('.');
  const input = `${encode({ ...decode(head), ...header })}.${encode({ ...decode(body), ...claims })}`;
  const signature = sign('sha256', Buffer.from(input), createPrivateKey({ key, format: 'jwk' }));
  return `${input}.${signature.toString('base64url')}`;
}
