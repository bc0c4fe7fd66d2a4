import { randomUUID } from 'node:crypto';
import { overAll } from '../src/platform/db/roots.ts';
import { newId } from '../src/platform/ids.ts';
import { setAccountStatus } from './account-status.ts';
import { asId } from './as-id.ts';
import { Authenticator } from './authenticator.ts';
import { type Account, fixture, type Pappel, signUp, until } from './harness.ts';
import { PRINCIPALS, type PrincipalName } from './matrix-table.ts';
import { newGln } from './new-gln.ts';
import type { OpenIdProvider } from './openid-provider.ts';
import { newCompany, newKey, newPerson, type Person, signIn } from './people.ts';
import { newLogin } from './sftp-world.ts';

export const PLACES = ['A', 'B', 'another account'] as const;
export type Place = (typeof PLACES)[number];

/** A company of one of the accounts. */
export interface Spot {
  side: Side;
  companyId: string;
  /** An address there that is ACTIVE. */
  address: string;
  inbound: string;
  outbound: string;
}

/** An account with its companies A and B. */
interface Side extends Account {
  isSuspended: boolean;
  spots: Spot[];
}

export interface Caller {
  name: string;
  kind: 'person' | 'key' | 'nobody';
  token: string | undefined;
  userId?: string;
  email?: string;
  /** A credential of the same kind that may be used up. */
  again(): Promise<string | undefined>;
  side: Side;
}

export interface World {
  pappel: Pappel;
  provider: OpenIdProvider;
  callers: Map<PrincipalName, Caller>;
  nobodies: Caller[];
  spotOf(caller: Caller, place: Place): Spot;
  make(kind: string, spot: Spot, caller: Caller): Promise<string>;
}

/** A port that refuses. */
export const NOBODY = 'http://127.0.0.1:9/';
export const invoice = fixture('invoice.xml');
const NOWHERE = '0198a000-0000-7000-8000-000000000000';

export async function buildWorld(pappel: Pappel, provider: OpenIdProvider): Promise<World> {
  const [main, suspended, other] = [await newSide(pappel), await newSide(pappel), await newSide(pappel)];
  const all = [main, suspended, other].flatMap(({ spots }) => spots);
  await exchangeInARing(pappel, all);
  const callers = new Map<PrincipalName, Caller>();
  for (const name of PRINCIPALS) callers.set(name, await newCaller(pappel, name, main, suspended));
  const nobodies = await newNobodies(pappel, main);
  await setAccountStatus(pappel, suspended, 'SUSPENDED');
  suspended.isSuspended = true;
  const shared = new Map<string, Promise<string>>();
  const world: World = {
    pappel,
    provider,
    callers,
    nobodies,
    spotOf: (caller, place) => {
      const spot = place === 'another account' ? other.spots[0] : caller.side.spots[PLACES.indexOf(place)];
      if (!spot) throw new Error(place);
      return spot;
    },
    make: async (kind, spot, caller) => {
      const isFresh = /^(new|own|oneself)/.test(kind);
      const id = `${kind} ${spot.companyId}`;
      const made =
        (!isFresh && shared.get(id)) || whileActive(pappel, spot.side, () => make(world, kind, spot, caller));
      if (!isFresh) shared.set(id, made);
      return made;
    },
  };
  return world;
}

async function newSide(pappel: Pappel): Promise<Side> {
  const account = await signUp(pappel, `Account ${randomUUID()}`);
  const companyB = await newCompany(pappel, account, 'B');
  const side: Side = { ...account, isSuspended: false, spots: [] };
  for (const companyId of [account.companyId, companyB]) {
    const capabilities = [{ documentTypeId: 'invoice', direction: 'BOTH' }];
    const gln = newGln();
    const { body } = await pappel.call('POST', '/v1/participants', account.key, {
      companyId,
      scheme: '0088',
      value: gln,
      countryCode: 'SE',
      name: 'Active',
      capabilities,
    });
    await pappel.operate(`participants/${body.id}/approve`);
    await until(
      () => pappel.call('GET', `/v1/participants/${body.id}`, account.key),
      (answer) => answer.body.status === 'ACTIVE',
    );
    side.spots.push({ side, companyId, address: `0088:${gln}`, inbound: '', outbound: '' });
  }
  return side;
}

/** Every address sends to the next one, so that each company has a document that it sent and one that it got. */
async function exchangeInARing(pappel: Pappel, spots: Spot[]): Promise<void> {
  for (const [i, spot] of spots.entries()) {
    const next = spots[(i + 1) % spots.length] ?? spot;
    const sent = await pappel.call('POST', '/v1/messages', spot.side.key, {
      sender: spot.address,
      receiver: next.address,
      type: 'invoice',
      payload: invoice,
    });
    if (sent.status !== 202) throw new Error(JSON.stringify(sent.body));
    spot.outbound = sent.body.id;
    const came = await until(
      () => pappel.call('GET', `/v1/messages?direction=INBOUND&companyId=${next.companyId}`, next.side.key),
      ({ body }) => body.messages.length > 0,
    );
    next.inbound = came.body.messages[0].id;
  }
}

async function newCaller(pappel: Pappel, name: PrincipalName, main: Side, suspended: Side): Promise<Caller> {
  const [a, b] = main.spots.map(({ companyId }) => companyId);
  const companies = name.endsWith('A') ? [a ?? ''] : name.endsWith('B') ? [b ?? ''] : undefined;
  const bare = name.replace(/[AB]$/, '');
  if (['read', 'send', 'receive', 'manage'].includes(bare)) {
    const token = await newKey(pappel, main.session, { permissions: [bare], companyId: companies?.[0] });
    return { name, kind: 'key', token, again: async () => token, side: main };
  }
  if (name === 'suspendedKey')
    return { name, kind: 'key', token: suspended.key, again: async () => suspended.key, side: suspended };
  const side = name === 'suspended' ? suspended : main;
  const role = bare === 'admin' ? 'company_admin' : bare === 'member' ? 'member' : 'owner';
  const person = await newPerson(pappel, side.session, role, companies);
  const again = () => (name === 'desk' ? desk(pappel, side, person.id) : signIn(pappel, person.email));
  if (name === 'mustChange')
    await overAll(pappel.service.base.db, 'job')
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', asId<'User'>(person.id))
      .execute();
  return { name, kind: 'person', token: await again(), userId: person.id, email: person.email, again, side };
}

async function desk(pappel: Pappel, side: Side, userId: string): Promise<string> {
  const { accountId } = side;
  const handoff = await pappel.operate('desk-sessions', { accountId, userId, reason: 'the matrix' });
  const { body } = await pappel.call('POST', '/v1/desk-sessions/exchange', undefined, {
    token: handoff.body.token,
  });
  return body.token;
}

/** Credentials that are none. */
async function newNobodies(pappel: Pappel, side: Side): Promise<Caller[]> {
  const { db } = pappel.service.base;
  const past = new Date(Date.now() - 1000);
  const person = await newPerson(pappel, side.session, 'owner');
  await overAll(db, 'job')
    .updateTable('sessions')
    .set({ expires_at: past })
    .where('user_id', '=', asId<'User'>(person.id))
    .execute();
  const expired = await pappel.call('POST', '/v1/api-keys', side.session, { name: 'expired' });
  await overAll(db, 'job')
    .updateTable('api_keys')
    .set({ expires_at: past })
    .where('id', '=', expired.body.id)
    .execute();
  const revoked = await pappel.call('POST', '/v1/api-keys', side.session, { name: 'revoked' });
  await pappel.call('DELETE', `/v1/api-keys/${revoked.body.id}`, side.session);
  const gone = await newPerson(pappel, side.session, 'owner');
  await pappel.call('DELETE', `/v1/users/${gone.id}`, side.session);
  const closed = await signUp(pappel, 'Closed');
  await setAccountStatus(pappel, closed, 'CLOSED');
  const tokens: [string, string | undefined][] = [
    ['no credential', undefined],
    ['malformed session', 'pus_nothing'],
    ['malformed key', 'pap_nothing'],
    ['expired session', person.session],
    ['session of a deactivated user', gone.session],
    ['expired key', expired.body.key],
    ['revoked key', revoked.body.key],
    ['session of a closed account', closed.session],
    ['key of a closed account', closed.key],
  ];
  return tokens.map(([name, token]) => ({ name, kind: 'nobody', token, again: async () => token, side }));
}

/** Objects of a suspended account are made while it is not. */
async function whileActive<Value>(pappel: Pappel, side: Side, work: () => Promise<Value>): Promise<Value> {
  if (!side.isSuspended) return work();
  await setAccountStatus(pappel, side, 'ACTIVE');
  try {
    return await work();
  } finally {
    await setAccountStatus(pappel, side, 'SUSPENDED');
  }
}

async function make(world: World, kind: string, spot: Spot, caller: Caller): Promise<string> {
  const { pappel } = world;
  const { side, companyId } = spot;
  const post = async (path: string, body?: object): Promise<string> => {
    const answer = await pappel.call('POST', path, side.key, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.id;
  };
  const person = (): Promise<Person> => newPerson(pappel, side.session, 'member', [companyId]);
  switch (kind) {
    case 'company':
      return companyId;
    case 'sender':
      return spot.address;
    case 'inbound':
    case 'outbound':
      return spot[kind];
    case 'participant':
    case 'newParticipant':
      return post('/v1/participants', {
        companyId,
        scheme: '0088',
        value: newGln(),
        countryCode: 'SE',
        name: 'x',
        capabilities: [{ documentTypeId: 'invoice', direction: 'BOTH' }],
      });
    case 'user':
    case 'newUser':
      return (await person()).id;
    case 'webhook':
      return post('/v1/webhooks', { companyId, url: NOBODY });
    case 'wideWebhook':
      return post('/v1/webhooks', { url: NOBODY });
    case 'newWebhook':
      return webhookOf(world, side, companyId);
    case 'delivery': {
      const id = await webhookOf(world, side, companyId);
      return (await pappel.call('POST', `/v1/webhooks/${id}/test`, side.key)).body.id;
    }
    case 'newKey':
      return post('/v1/api-keys', { name: 'k', companyId });
    case 'sftpLogin':
      return (await newLogin(pappel, side, companyId)).id;
    case 'export':
    case 'runningExport':
      return newExport(pappel, side, kind);
    case 'session':
      return sessionOf(world, (await person()).session);
    case 'passkey':
      return passkeyOf(world, (await person()).session);
    case 'newIdentity': {
      const { id, email } = await person();
      return identityOf(world, side.key, { userId: id, email });
    }
    default:
      return makeOwn(world, kind, caller);
  }
}

/** Past the limit of endpoints a company may have: most of those who try to delete one may not. */
async function webhookOf({ pappel }: World, side: Side, companyId: string): Promise<string> {
  const id = randomUUID();
  await pappel.service.base.database.pool.query(
    "insert into webhooks (id, account_id, company_id, url, secret) values ($1, $2, $3, $4, '')",
    [id, side.accountId, companyId, NOBODY],
  );
  return id;
}

/** One that is done, or one that nobody takes up for a while. */
async function newExport(pappel: Pappel, { accountId }: Side, kind: string): Promise<string> {
  const later = new Date(Date.now() + 86_400_000);
  const { id } = await pappel.service.base.db
    .insertInto('exports')
    .values({
      id: newId(),
      account_id: asId(accountId),
      requested_by: 'test',
      next_try_at: later,
      ...(kind === 'export' ? { status: 'DONE', expires_at: later } : {}),
    })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .where('status', 'in', ['QUEUED', 'RUNNING'])
        .doUpdateSet({ next_try_at: later }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What belongs to the caller; keys have nothing of their own. */
async function makeOwn(world: World, kind: string, caller: Caller): Promise<string> {
  const { userId, email = '' } = caller;
  if (userId === undefined) return NOWHERE;
  if (kind === 'oneself') return userId;
  const { db } = world.pappel.service.base;
  // Through another session of the same person: the one at the desk may not make a passkey.
  const session = await signIn(world.pappel, email);
  if (kind === 'ownSession') {
    const { body } = await world.pappel.call('GET', '/v1/me', session);
    if (body.error) throw new Error(JSON.stringify(body));
    const row = await overAll(db, 'job')
      .selectFrom('sessions')
      .where('user_id', '=', asId<'User'>(userId))
      .orderBy('id', 'desc')
      .select('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }
  if (kind === 'ownIdentity')
    return caller.name === 'mustChange' ? NOWHERE : identityOf(world, session, { email });
  if (kind === 'ownPasskey') return caller.name === 'mustChange' ? NOWHERE : passkeyOf(world, session);
  throw new Error(`no such object: ${kind}`);
}

async function sessionOf(world: World, session: string): Promise<string> {
  const { body } = await world.pappel.call('GET', '/v1/sessions', session);
  return body.sessions[0].id;
}

export async function newPasskey(world: World, session: string | undefined) {
  const { pappel } = world;
  const { status, body } = await pappel.call('POST', '/v1/passkeys/challenge', session);
  if (status !== 200) return { name: 'x', id: 'AAAA', attestationObject: 'AAAA', clientDataJSON: 'AAAA' };
  const origin = pappel.api.replace('127.0.0.1', 'localhost');
  return { name: 'x', ...new Authenticator(origin).create(body.publicKey) };
}

async function passkeyOf(world: World, session: string): Promise<string> {
  const { body } = await world.pappel.call('POST', '/v1/passkeys', session, await newPasskey(world, session));
  return body.id;
}

async function identityOf(
  world: World,
  by: string,
  { email, userId }: { email: string; userId?: string },
): Promise<string> {
  const subject = randomUUID();
  world.provider.people.set(subject, { email, email_verified: true });
  const { status, body } = await world.pappel.call('POST', '/v1/sso/identities', by, {
    idToken: await world.provider.idToken(subject),
    userId,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}
