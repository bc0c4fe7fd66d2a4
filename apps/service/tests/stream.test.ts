import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, test } from 'node:test';
import pg from 'pg';
import { parseId } from '../src/platform/ids.ts';
import { LiveStreams } from '../src/stream/live-streams.ts';
import { findHolder } from '../src/stream/ticket.ts';
import { type Account, type Pappel, signUp, startPappel, until } from './harness.ts';
import { newGln } from './new-gln.ts';
import { newCompany, newKey } from './people.ts';

let pappel: Pappel;
let timber: Account;
let branch: string;

interface Heard {
  id: string;
  event: string;
  data: Record<string, unknown> & { id: string; type: string; companyId: string };
}

/** One open stream, as EventSource would have it. */
class Listener {
  readonly heard: Heard[] = [];
  text = '';
  isOver = false;
  readonly #abort = new AbortController();
  status = 0;
  headers = new Headers();

  async open(query: string, headers: Record<string, string> = {}): Promise<this> {
    const answer = await fetch(`${pappel.api}/v1/stream${query}`, { headers, signal: this.#abort.signal });
    this.status = answer.status;
    this.headers = answer.headers;
    if (answer.body && answer.status === 200) void this.#read(answer.body).catch(() => undefined);
    return this;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>)
        this.#take(Buffer.from(chunk).toString());
    } finally {
      this.isOver = true;
    }
  }

  #take(text: string): void {
    this.text += text;
    const frames = this.text.split('\n\n');
    this.heard.length = 0;
    for (const frame of frames.slice(0, -1)) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? '';
      if (field('data'))
        this.heard.push({ id: field('id'), event: field('event'), data: JSON.parse(field('data')) });
    }
  }

  close(): void {
    this.#abort.abort();
  }
}

const open: Listener[] = [];
async function listen(key: string, query = '', headers: Record<string, string> = {}): Promise<Listener> {
  const listener = await new Listener().open(query, {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...headers,
  });
  open.push(listener);
  return listener;
}

/** Something that happens: an address is asked for. */
async function happen(companyId = timber.companyId): Promise<string> {
  const { status, body } = await pappel.call('POST', '/v1/participants', timber.key, {
    companyId,
    scheme: '0088',
    value: newGln(),
    countryCode: 'SE',
    name: 'x',
  });
  assert.equal(status, 201);
  return body.id;
}

const about = (listener: Listener, id: string): Promise<Heard[]> =>
  until(
    async () => listener.heard.filter(({ data }) => JSON.stringify(data).includes(id)),
    (heard) => heard.length > 0,
  );

before(async () => {
  pappel = await startPappel();
  timber = await signUp(pappel);
  branch = await newCompany(pappel, timber, 'Branch');
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
after(() => pappel.stop());

describe('GET /v1/stream', () => {
  test('The stream sends the same bodies as every channel, with seq as id [STR-1]', async () => {
    const listener = await listen(timber.key);
    assert.equal(listener.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(listener.headers.get('x-accel-buffering'), 'no');
    const id = await happen();
    const [heard] = await about(listener, id);
    const { body } = await pappel.call('GET', '/v1/events', timber.key);
    const listed = body.events.find((event: { seq: number }) => String(event.seq) === heard?.id);
    const { seq, ...rest } = listed;
    assert.deepEqual(heard, { id: String(seq), event: 'participant.pending_approval', data: rest });
    // The place where it began: a browser that is cut off before the first event resumes from there.
    assert.match(listener.text, /^retry: 3000\n: ok\n\nid: \d+\n\n/);
  });

  test('A ticket opens one stream, with the reach of who made it [STR-2]', async () => {
    const confined = await newKey(pappel, timber.session, { companyId: branch, permissions: ['read'] });
    const { status, body } = await pappel.call('POST', '/v1/stream-tickets', confined);
    assert.equal(status, 201);
    assert.match(body.ticket, /^pst_/);
    assert.ok(
      Date.parse(body.expiresAt) > Date.now() + 50_000 && Date.parse(body.expiresAt) <= Date.now() + 60_000,
    );
    const listener = await listen('', `?ticket=${body.ticket}`);
    assert.equal((await listen('', `?ticket=${body.ticket}`)).status, 401);
    const elsewhere = await happen();
    const here = await happen(branch);
    await about(listener, here);
    assert.ok(!listener.text.includes(elsewhere));
  });

  test('A ticket opens nothing but the stream, and nothing once it is too old [STR-2]', async () => {
    const ticket = async () => (await pappel.call('POST', '/v1/stream-tickets', timber.key)).body.ticket;
    assert.equal((await pappel.call('GET', '/v1/account', await ticket())).status, 401);
    assert.equal((await listen(await ticket())).status, 401);
    const old = await ticket();
    await inDatabase(`update one_time_tokens set expires_at = now() where purpose = 'stream-ticket'`);
    assert.equal((await listen('', `?ticket=${old}`)).status, 401);
  });

  test('Last-Event-ID goes on where a stream broke off, and misses nothing [STR-3]', async () => {
    const first = await listen(timber.key);
    const one = await happen();
    const [heard] = await about(first, one);
    first.close();
    const missed = [await happen(), await happen(), await happen()];
    const header = await listen(timber.key, '', { 'last-event-id': heard?.id ?? '' });
    const query = await listen(timber.key, `?lastEventId=${heard?.id}`);
    const next = await happen();
    for (const listener of [header, query]) {
      await about(listener, next);
      const ids = listener.heard.map(({ data }) => (data['data'] as { participantId: string }).participantId);
      assert.deepEqual(ids, [...missed, next]);
    }
  });

  test('An id that is not kept, unknown or of the future gives one reset, then what happens [STR-3]', async () => {
    const { body } = await pappel.call('GET', '/v1/events?limit=100', timber.key);
    const listeners = await Promise.all(
      ['999999999', 'abc', '-1', '1e3'].map((id) => listen(timber.key, '', { 'last-event-id': id })),
    );
    const id = await happen();
    for (const listener of listeners) {
      await about(listener, id);
      const [reset, ...others] = listener.heard;
      assert.equal(reset?.event, 'reset');
      assert.ok(Number(reset?.data['seq']) >= body.lastSeq);
      assert.equal(others.length, 1);
      listener.close();
    }
    await inDatabase('delete from events where seq <= 2');
    const tooOld = await listen(timber.key, '', { 'last-event-id': '1' });
    const told = await until(
      async () => tooOld.heard[0]?.event,
      (event) => event !== undefined,
    );
    assert.equal(told, 'reset');
  });

  test('A stream ends with its key or session [STR-4]', async () => {
    const { body: made } = await pappel.call('POST', '/v1/api-keys', timber.session, { name: 'short-lived' });
    const byKey = await listen(made.key);
    await pappel.call('DELETE', `/v1/api-keys/${made.id}`, timber.session);
    assert.ok(await until(async () => byKey.isOver, Boolean));
    const other = await signUp(pappel, 'Other AB');
    const bySession = await listen(other.session);
    await pappel.call('POST', '/v1/auth/logout', other.session);
    assert.ok(await until(async () => bySession.isOver, Boolean));
  });

  test('A stream that opens while credentials are looked at stays open [STR-4]', async () => {
    const { base } = pappel.service;
    const keyOf = async (name: string) =>
      (await pappel.call('POST', '/v1/api-keys', timber.session, { name })).body.id as string;
    const [former, good] = [await keyOf('former'), await keyOf('good')];
    const principalOf = async (id: string) => {
      const apiKeyId = parseId<'ApiKey'>(id);
      assert.ok(apiKeyId);
      const found = await findHolder(base.db, { kind: 'api-key', id: apiKeyId });
      assert.ok(found);
      return found;
    };
    const [ending, staying] = [await principalOf(former), await principalOf(good)];
    const streams = new LiveStreams(base);
    const client = await base.database.pool.connect();
    try {
      const first = (await streams.open(ending, undefined)).resume();
      // The next look waits for this lock, and so does not ask for what opens meanwhile.
      await client.query('begin');
      await client.query('lock table accounts in access exclusive mode');
      await client.query('update api_keys set revoked_at = now() where id = $1', [former]);
      await until(
        () =>
          client.query(`select from pg_locks where relation = 'accounts'::regclass and not granted
             and database = (select oid from pg_database where datname = current_database())`),
        ({ rowCount }) => rowCount === 1,
      );
      const second = (await streams.open(staying, undefined)).resume();
      // The answer to the look may come before that to the commit.
      const ended = once(first, 'end');
      await client.query('commit');
      await ended;
      await new Promise(setImmediate);
      assert.deepEqual([second.readableEnded, streams.count], [false, 1]);
    } finally {
      client.release();
      streams.close();
    }
  });

  test('Five streams a user or key; the sixth is 409 LIMIT_REACHED [STR-5]', async () => {
    const other = await signUp(pappel, 'Sixth AB');
    const key = await newKey(pappel, other.session);
    const five = await Promise.all(Array.from({ length: 5 }, () => listen(key)));
    assert.deepEqual(
      five.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    assert.equal((await pappel.call('GET', '/v1/stream', key)).body.error.code, 'LIMIT_REACHED');
    five[0]?.close();
    const again = await until(
      async () => (await listen(key)).status,
      (status) => status === 200,
    );
    assert.equal(again, 200);
  });

  test('There is no HEAD of the stream: it would take a place for nobody', async () => {
    const key = await newKey(pappel, timber.session);
    for (let i = 0; i < 6; i++) {
      const answer = await fetch(`${pappel.api}/v1/stream`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${key}` },
      });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET']);
    }
    assert.equal((await listen(key)).status, 200);
  });

  /** `STREAMS=1000` for all that a node must hold. */
  const many = Number(process.env['STREAMS'] ?? 30);

  test(`${many} streams on one node hear of an event`, async () => {
    const accounts = await Promise.all(['A', 'B', 'C'].map((name) => signUp(pappel, `Many ${name}`)));
    const listeners: Listener[] = [];
    for (const account of accounts)
      for (let i = 0; i < Math.ceil(many / 15); i++) {
        const key = await newKey(pappel, account.session);
        listeners.push(...(await Promise.all(Array.from({ length: 5 }, () => listen(key)))));
      }
    assert.ok(listeners.length >= many);
    for (const account of accounts)
      await pappel.call('POST', '/v1/participants', account.key, {
        companyId: account.companyId,
        scheme: '0088',
        value: newGln(),
        countryCode: 'SE',
        name: 'x',
      });
    const heardBy = async () => listeners.filter(({ heard }) => heard.length === 1).length;
    assert.equal(await until(heardBy, (count) => count === listeners.length), listeners.length);
    for (const listener of listeners) listener.close();
  });
});

test('Stopping ends the streams at once', async () => {
  const own = await startPappel();
  const account = await signUp(own);
  const answer = await fetch(`${own.api}/v1/stream`, { headers: { authorization: `Bearer ${account.key}` } });
  const reading = answer.text();
  await own.stop();
  assert.match(await reading, /: ok/);
});

async function inDatabase(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: pappel.service.base.config.databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
