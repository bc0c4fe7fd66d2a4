import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DOCUMENT_ROOM } from '../src/platform/document-room.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';

const AT_ONCE = 8;
const MANY = 5 * AT_ONCE;
const UPLOADED_AT_ONCE = 4;
const MANY_UPLOADS = 6 * UPLOADED_AT_ONCE;
/** Too large to be held whenever it comes. */
const LARGE = `${fixture('invoice.xml')}\n<!--${' '.repeat(100_000)}-->`;

let pappel: Pappel;
let flooding: Account;
let other: Account;

before(async () => {
  pappel = await startPappel();
  flooding = await signUp(pappel);
  await activeParticipant(pappel, flooding, TIMBER);
  other = await signUp(pappel, 'Nordic Furniture AB');
  await activeParticipant(pappel, other, FURNITURE);
});
after(() => pappel.stop());

async function send({ key }: Account, sender: string): Promise<string> {
  const body = { sender, receiver: TIMBER, type: 'invoice', payload: fixture('invoice.xml') };
  const answer = await pappel.call('POST', '/v1/messages', key, body);
  assert.equal(answer.status, 202);
  return answer.body.id;
}

test('Beside an account that submits many documents at once, one of another waits for its turn, not for all of them [MSG-26]', async () => {
  const { pool } = pappel.service.base.database;
  const client = await pool.connect();
  const underWay = async (): Promise<number> => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_locks where relation = 'messages'::regclass and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0].count;
  };
  let flood: Promise<string>[];
  let beside: Promise<string>;
  try {
    await client.query('begin; lock table messages in exclusive mode');
    flood = Array.from({ length: MANY }, () => send(flooding, TIMBER));
    assert.equal(await until(underWay, (count) => count >= AT_ONCE), AT_ONCE);
    // Whoever was asked before this answer has its turn, or waits for it.
    assert.equal((await pappel.call('GET', '/v1/me', flooding.key)).status, 200);
    beside = send(other, FURNITURE);
    assert.equal((await pappel.call('GET', '/v1/me', other.key)).status, 200);
    assert.equal(await underWay(), AT_ONCE);
  } finally {
    // Ends its transaction too, and those that wait go on.
    client.release(true);
  }
  const ids = [...(await Promise.all(flood)), await beside];
  // As they began: a row has the moment at which its transaction did.
  const { rows } = await pool.query<{ id: string }>(
    'select id from messages where id = any($1) order by created_at, id',
    [ids],
  );
  const place = rows.findIndex(({ id }) => id === ids.at(-1));
  // Behind those that were under way, and at most two rounds of those that waited with it: all places fall free at once.
  assert.ok(place < 3 * AT_ONCE, `${place} of ${rows.length}`);
});

/** A large document where its submission finds it. */
async function uploaded({ key, companyId }: Account): Promise<string> {
  const asked = { companyId, bytes: Buffer.byteLength(LARGE) };
  const { body } = await pappel.call('POST', '/v1/messages/uploads', key, asked);
  const answer = await fetch(body.uploadUrl, { method: 'PUT', body: LARGE });
  assert.ok(answer.ok);
  return body.payloadObjectKey;
}

async function sendUploaded({ key }: Account, sender: string, payloadObjectKey: string): Promise<string> {
  const body = { sender, receiver: TIMBER, type: 'invoice', payloadObjectKey };
  // On a slow machine it may be told to come again.
  const answer = await until(
    () => pappel.call('POST', '/v1/messages', key, body),
    ({ status }) => status !== 503,
    120_000,
  );
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body.id;
}

test('Uploads that wait for room hold up no small document, and among them accounts have their turn one after the other [MSG-26]', async () => {
  const { documentRoom, database } = pappel.service.base;
  const keys: string[] = [];
  while (keys.length < MANY_UPLOADS) keys.push(await uploaded(flooding));
  const key = await uploaded(other);
  let flood: Promise<string>[];
  let beside: Promise<string>;
  {
    using whole = documentRoom.place();
    await whole.take(DOCUMENT_ROOM, 'of-a-job');
    flood = keys.map((one) => sendUploaded(flooding, TIMBER, one));
    // Whoever was asked before this answer has its turn, or waits for it.
    assert.equal((await pappel.call('GET', '/v1/me', flooding.key)).status, 200);
    beside = sendUploaded(other, FURNITURE, key);
    await send(flooding, TIMBER);
    await send(other, FURNITURE);
  }
  const ids = [...(await Promise.all(flood)), await beside];
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from messages where id = any($1) order by created_at, id',
    [ids],
  );
  const place = rows.findIndex(({ id }) => id === ids.at(-1));
  assert.ok(place < 3 * UPLOADED_AT_ONCE, `${place} of ${rows.length}`);
});
