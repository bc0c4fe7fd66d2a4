import { randomUUID } from 'node:crypto';
import { PASSWORD } from './harness.ts';
import { type Caller, invoice, NOBODY, newPasskey, type Spot, type World } from './matrix-world.ts';
import { newGln } from './new-gln.ts';

export interface Attempt {
  world: World;
  caller: Caller;
  spot: Spot;
  /** The id of the object the row names. */
  id: string;
}

type Build = (attempt: Attempt) => unknown;

const email = () => `${randomUUID()}@example.org`;
const token = `pxx_${'x'.repeat(40)}`;

async function newIdToken({ world, caller }: Attempt): Promise<string> {
  const subject = randomUUID();
  world.provider.people.set(subject, { email: caller.email ?? email(), email_verified: true });
  return world.provider.idToken(subject);
}

/** What each route of the matrix is sent, where it takes a body. */
export const BODIES: Record<string, Build> = {
  'POST /v1/auth/signup': () => ({
    account: { legalName: 'Another', countryCode: 'SE' },
    owner: { email: email(), password: PASSWORD },
  }),
  'POST /v1/auth/login': ({ world }) => ({
    email: world.callers.get('owner')?.email,
    password: PASSWORD,
  }),
  'POST /v1/auth/forgot': () => ({ email: email() }),
  'POST /v1/auth/reset': () => ({ token, password: PASSWORD }),
  'POST /v1/auth/oidc': async (attempt) => ({ idToken: await newIdToken(attempt) }),
  'POST /v1/auth/passkey/login': () => ({
    id: 'AAAA',
    authenticatorData: 'AAAA',
    clientDataJSON: 'AAAA',
    signature: 'AAAA',
    userHandle: 'AAAA',
  }),
  'POST /v1/desk-sessions/exchange': () => ({ token }),
  'POST /v1/companies': () => ({ name: 'Another' }),
  'PATCH /v1/companies/{id}': () => ({ vatNumber: 'SE556732170701' }),
  'POST /v1/participants': ({ id }) => ({
    companyId: id,
    scheme: '0088',
    value: newGln(),
    countryCode: 'SE',
    name: 'x',
  }),
  'PATCH /v1/participants/{id}': () => ({ name: 'Another' }),
  'POST /v1/participants/{id}/capabilities': () => ({ documentTypeId: 'order', direction: 'SEND' }),
  'POST /v1/participants/{id}/migration': () => ({ token: 'a1B2c3D4$e5F' }),
  'POST /v1/messages/validate': () => ({ payload: invoice }),
  'POST /v1/messages': ({ id, world }) => ({
    sender: id,
    receiver: world.callers.get('owner')?.side.spots[0]?.address,
    type: 'invoice',
    payload: invoice,
  }),
  'POST /v1/messages/ack': ({ id }) => ({ ids: [id] }),
  'POST /v1/messages/uploads': ({ id }) => ({ companyId: id, bytes: 10 }),
  'PUT /v1/uploads/{token}': () => new TextEncoder().encode('<x/>'),
  'POST /v1/network/participants/lookup': ({ id, spot }) => ({ companyId: id, ids: [spot.address] }),
  'POST /v1/webhooks': ({ id }) => ({ companyId: id, url: NOBODY }),
  'POST /v1/webhooks#account-wide': () => ({ url: NOBODY }),
  'PATCH /v1/webhooks/{id}': () => ({ description: 'Another' }),
  'PATCH /v1/webhooks/{id}#secret': () => ({ rotateSecret: true }),
  'PATCH /v1/webhooks/{id}#account-wide': () => ({ description: 'Another' }),
  'POST /v1/webhooks/{id}/recover': () => ({ since: new Date(Date.now() - 1_000).toISOString() }),
  'POST /v1/sandbox/inbound': ({ id }) => ({ type: 'invoice', participantId: id }),
  'POST /v1/sandbox/events': ({ id }) => ({ type: 'export.done', companyId: id }),
  'POST /v1/users': ({ id }) => ({
    name: 'Another',
    email: email(),
    role: 'member',
    companyIds: [id],
    password: PASSWORD,
  }),
  'PATCH /v1/users/{id}#role': () => ({ role: 'member' }),
  'PATCH /v1/users/{id}#password': () => ({ password: `${PASSWORD} ${randomUUID()}` }),
  'PATCH /v1/users/{id}#oneself': () => ({ password: 'another long passphrase' }),
  'PATCH /v1/users/{id}#notifications': () => ({ notifications: { exports: false } }),
  'PATCH /v1/users/{id}#notificationsOfAnother': () => ({ notifications: { exports: false } }),
  'POST /v1/unsubscribe/{token}': () => new TextEncoder().encode('List-Unsubscribe=One-Click'),
  'POST /v1/api-keys': ({ id }) => ({ name: 'k', companyId: id, permissions: ['manage'] }),
  'POST /v1/api-keys#account-wide': () => ({ name: 'k', permissions: ['manage'] }),
  'PATCH /v1/sftp/logins/{id}': () => ({ resetPassword: true }),
  'POST /v1/passkeys': ({ world, caller }) => newPasskey(world, caller.token),
  'POST /v1/sso/identities#own': async (attempt) => ({ idToken: await newIdToken(attempt) }),
  'POST /v1/sso/identities#user': async (attempt) => ({
    idToken: await newIdToken(attempt),
    userId: attempt.id,
  }),
};

/** What is asked for, of routes whose object is named in the query. */
export const QUERIES: Record<string, (attempt: Attempt) => string> = {
  'GET /v1/participants': ({ id }) => `companyId=${id}`,
  'GET /v1/messages': ({ id }) => `companyId=${id}`,
  'GET /v1/messages#inbound': ({ id }) => `companyId=${id}&direction=INBOUND`,
  'GET /v1/messages#outbound': ({ id }) => `companyId=${id}&direction=OUTBOUND`,
  'GET /v1/users': ({ id }) => `companyId=${id}`,
  'GET /v1/sftp/logins': ({ id }) => `companyId=${id}`,
  'GET /v1/api-keys': ({ id }) => `companyId=${id}`,
  'GET /v1/webhooks': ({ id }) => `companyId=${id}`,
  'GET /v1/webhooks/deliveries': ({ id }) => `companyId=${id}`,
  'GET /v1/events': ({ id }) => `companyId=${id}`,
  'GET /v1/usage': ({ id }) => `companyId=${id}`,
  'GET /v1/network/participants/search': ({ spot }) => `q=${spot.address}`,
};

/** Parameters of paths other than the id of the row's object. */
export const PARAMETERS: Record<string, (attempt: Attempt) => string> = {
  capability: () => 'invoice',
  token: () => token,
  peppolId: ({ spot }) => spot.address,
};
