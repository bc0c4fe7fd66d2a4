import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noteWaiting } from '../src/messages/note-waiting-job.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { EVENT_TYPES } from '../src/platform/events/event.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { insertHappened } from './insert-happened.ts';
import { newCompany, newKey } from './people.ts';

let pappel: Pappel;
let timber: Account;
let furniture: Account;
let branch: string;
let sent: string;
const invoice = fixture('invoice.xml');

interface Listed {
  seq: number;
  id: string;
  type: string;
  version: number;
  timestamp: string;
  accountId: string;
  companyId: string;
  data: Record<string, unknown>;
}
interface Page {
  events: Listed[];
  nextCursor?: string;
  lastSeq: number;
}

const events = async (key: string, query = ''): Promise<Page> =>
  (await pappel.call('GET', `/v1/events?${query}`, key)).body;
const typesOf = (page: Page): string[] => page.events.map(({ type }) => type);

async function send(payload = invoice): Promise<string> {
  const document = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload };
  const { body } = await pappel.call('POST', '/v1/messages', timber.key, document);
  await settled(pappel, timber, body.id);
  return body.id;
}

/** Once the last thing that happened has its place. */
const eventsWith = (key: string, query: string, type: string): Promise<Page> =>
  until(
    () => events(key, query),
    (page) => typesOf(page).includes(type),
  );

before(async () => {
  pappel = await startPappel();
  [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
  branch = await newCompany(pappel, timber, 'Branch');
  await activeParticipant(pappel, timber, TIMBER);
  await activeParticipant(pappel, furniture, FURNITURE);
  await activeParticipant(pappel, timber, '0007:5560360793', branch);
  sent = await send();
});
after(() => pappel.stop());

describe('GET /v1/events', () => {
  test('Every status a message ever had has its event, in the order in which they happened [EVT-3, EVT-8]', async () => {
    const page = await eventsWith(timber.key, '', 'document.as4_accepted');
    const ofIt = page.events.filter(({ data }) => data['messageId'] === sent);
    assert.deepEqual(
      ofIt.map(({ type, data }) => [type, data['status']]),
      [
        ['document.queued_validation', 'QUEUED_VALIDATION'],
        ['document.valid', 'QUEUED'],
        ['document.sending', 'SENDING'],
        ['document.as4_accepted', 'AS4_ACCEPTED'],
      ],
    );
    const received = await eventsWith(furniture.key, '', 'document.received');
    assert.equal(received.events.at(-1)?.data['status'], 'CUSTOMER_DELIVERY_QUEUED');
    const id = String(received.events.at(-1)?.data['messageId']);
    await pappel.call('POST', `/v1/messages/${id}/ack`, furniture.key);
    await eventsWith(furniture.key, '', 'document.acknowledged');
  });

  test('An event is {seq, id, type, version, timestamp, accountId, companyId, data} and has no document content [EVT-4]', async () => {
    const { events: all } = await events(timber.key, 'type=document.as4_accepted');
    const [accepted] = all;
    assert.ok(accepted);
    const fields = ['accountId', 'companyId', 'data', 'id', 'seq', 'timestamp', 'type', 'version'];
    assert.deepEqual(Object.keys(accepted).sort(), fields);
    assert.deepEqual(
      [accepted.accountId, accepted.companyId, accepted.version],
      [timber.accountId, timber.companyId, 1],
    );
    assert.match(accepted.id, /^[0-9a-f-]{36}$/);
    const { messageId, ...data } = accepted.data;
    assert.equal(messageId, sent);
    assert.deepEqual(data, {
      direction: 'OUTBOUND',
      status: 'AS4_ACCEPTED',
      verdict: 'VALID',
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      documentNumber: 'INV-1',
    });
  });

  test('A participant that becomes active has passed through each of its statuses [EVT-8]', async () => {
    const page = await events(timber.key, `companyId=${branch}`);
    assert.deepEqual(typesOf(page), [
      'participant.pending_approval',
      'participant.ready',
      'participant.registering',
      'participant.active',
    ]);
    assert.equal(page.events[0]?.data['address'], '0007:5560360793');
  });

  test('Pages follow each other by nextCursor, oldest first, which is absent when the list is complete [EVT-5]', async () => {
    const whole = await events(timber.key, 'limit=100');
    assert.equal(whole.nextCursor, undefined);
    const collected: Listed[] = [];
    let after: string | undefined = '0';
    while (after !== undefined) {
      const page: Page = await events(timber.key, `limit=2&after=${after}`);
      assert.ok(page.events.length > 0 && page.events.length <= 2);
      collected.push(...page.events);
      after = page.nextCursor;
    }
    assert.deepEqual(collected, whole.events);
    const places = collected.map(({ seq }) => seq);
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
  });

  test('lastSeq says how far was read, also on a filtered or empty page [EVT-5]', async () => {
    const { lastSeq } = await events(timber.key);
    const filtered = await events(timber.key, 'type=export.done');
    assert.deepEqual([filtered.events, filtered.nextCursor], [[], undefined]);
    assert.ok(filtered.lastSeq >= lastSeq);
    const next = await events(timber.key, `after=${filtered.lastSeq}`);
    assert.deepEqual([next.events, next.lastSeq], [[], filtered.lastSeq]);
  });

  test('type may be given several times; an unknown one is 400 with the list [EVT-6]', async () => {
    const page = await events(timber.key, 'type=document.valid&type=document.as4_accepted');
    assert.deepEqual(typesOf(page), ['document.valid', 'document.as4_accepted']);
    const { status, body } = await pappel.call('GET', '/v1/events?type=document.lost', timber.key);
    assert.deepEqual([status, body.error.code], [400, 'VALIDATION_FAILED']);
    for (const type of EVENT_TYPES) assert.ok(body.error.message.includes(type), type);
  });

  test('from and to choose by time, from included, to not [GEN-24]', async () => {
    const { events: all } = await events(timber.key, 'limit=100');
    const middle = all[Math.floor(all.length / 2)]?.timestamp ?? '';
    const older = await events(timber.key, `limit=100&to=${middle}`);
    const younger = await events(timber.key, `limit=100&from=${middle}`);
    assert.deepEqual(
      [...older.events, ...younger.events].map(({ id }) => id).sort(),
      all.map(({ id }) => id).sort(),
    );
    assert.ok(older.events.every(({ timestamp }) => timestamp < middle));
    assert.deepEqual((await events(timber.key, 'from=2199-01-01')).events, []);
    assert.deepEqual((await events(timber.key, 'to=1999-01-01')).events, []);
  });

  test('A credential sees the events of the companies it reaches, and no others [EVT-10]', async () => {
    const key = await newKey(pappel, timber.session, { permissions: ['read'], companyId: branch });
    const page = await events(key, 'limit=100');
    assert.ok(page.events.length > 0);
    assert.ok(page.events.every(({ companyId }) => companyId === branch));
    const { status } = await pappel.call('GET', `/v1/events?companyId=${timber.companyId}`, key);
    assert.equal(status, 404);
    const others = await events(furniture.key, 'limit=100');
    assert.ok(others.events.every(({ accountId }) => accountId === furniture.accountId));
  });

  test('wait holds the answer back until something comes that was asked for [EVT-6]', async () => {
    const { lastSeq } = await events(timber.key);
    const waiting = events(timber.key, `after=${lastSeq}&wait=25&type=document.validation_failed`);
    const id = await send(invoice.replace(/<cbc:ID>.*?<\/cbc:ID>/, ''));
    const page = await waiting;
    assert.deepEqual(typesOf(page), ['document.validation_failed']);
    assert.equal(page.events[0]?.data['messageId'], id);
    const nothing = await events(timber.key, `after=${page.lastSeq}&wait=1&type=export.done`);
    assert.deepEqual([nothing.events, nothing.lastSeq >= page.lastSeq], [[], true]);
  });

  test('Of what was waited for no more comes than was asked for, and nextCursor leads to the rest [EVT-6]', async () => {
    const { lastSeq } = await events(timber.key);
    const waiting = events(timber.key, `after=${lastSeq}&wait=25&limit=1`);
    const marks = await insertHappened(pappel.service.base.db, timber, 3);
    const first = await waiting;
    assert.deepEqual([first.events.length, first.nextCursor], [1, String(first.lastSeq)]);
    const rest = await events(timber.key, `after=${first.nextCursor}`);
    const told = [...first.events, ...rest.events].map(({ data }) => data['participantId']);
    assert.deepEqual(told, marks);
  });

  test('wait over 25, a place ahead of the log and one that is none are 400 [EVT-6]', async () => {
    for (const query of [
      'wait=26',
      'wait=-1',
      'after=900000000000',
      'after=-1',
      'after=x',
      'limit=101',
      'from=x',
    ]) {
      const { status, body } = await pappel.call('GET', `/v1/events?${query}`, timber.key);
      assert.deepEqual([query, status, body.error.code], [query, 400, 'VALIDATION_FAILED']);
    }
  });

  test('The 21st request of a credential that waits is 429, and waits end when the service stops', async () => {
    const own = await startPappel();
    const account = await signUp(own);
    const { body } = await own.call('GET', '/v1/events', account.key);
    const ask = () =>
      own.call('GET', `/v1/events?after=${body.lastSeq}&wait=25&type=export.done`, account.key);
    const waiting = Array.from({ length: 21 }, ask);
    const refused = await Promise.race(waiting);
    assert.deepEqual([refused.status, refused.body.error?.code], [429, 'RATE_LIMITED']);
    await own.stop();
    const answers = await Promise.all(waiting);
    assert.equal(answers.filter(({ status }) => status === 200).length, 20);
  });

  test('A document that nobody collects for 24 hours is said to be waiting, once [EVT-9]', async () => {
    for (let i = 0; i < 2; i++) await send();
    const { db } = pappel.service.base;
    const inbox = await pappel.call('GET', '/v1/messages?status=CUSTOMER_DELIVERY_QUEUED', furniture.key);
    const [id, other] = inbox.body.messages.map((message: { id: string }) => message.id);
    assert.ok(other);
    const old = new Date(Date.now() - 86_400_001);
    await overAll(db, 'job').updateTable('messages').set({ created_at: old }).where('id', '=', id).execute();
    for (let i = 0; i < 2; i++) await noteWaiting({ db });
    await send();
    await eventsWith(
      furniture.key,
      `after=0&type=document.waiting&type=document.received`,
      'document.waiting',
    );
    const { events: waiting } = await events(furniture.key, 'type=document.waiting');
    assert.deepEqual(
      waiting.map(({ data }) => [data['messageId'], data['status']]),
      [[id, 'CUSTOMER_DELIVERY_QUEUED']],
    );
  });
});
