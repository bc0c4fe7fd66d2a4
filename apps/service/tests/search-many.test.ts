import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  request,
  settled,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';

interface Page {
  messages: { id: string }[];
  nextCursor?: string;
}

const idsOf = (page: Page): string[] => page.messages.map(({ id }) => id);

describe('finding among very many documents', () => {
  let pappel: Pappel;
  let timber: Account;
  let sentId: string;
  let receivedId: string;
  let many: string[];
  let deep: string[];

  before(async () => {
    pappel = await startPappel();
    timber = await signUp(pappel);
    const furniture = await signUp(pappel, 'Fjord Furniture AS', 'NO');
    await activeParticipant(pappel, timber, TIMBER);
    await activeParticipant(pappel, furniture, FURNITURE);
    const { body } = await pappel.call('POST', '/v1/messages', timber.key, {
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      payload: fixture('invoice.xml').replace(/(<cbc:ID>)[^<]*/, '$14711'),
    });
    sentId = body.id;
    await settled(pappel, timber, sentId);
    receivedId = (await pappel.call('GET', '/v1/messages', furniture.key)).body.messages[0].id;
    many = await copies('many', '0 s');
    deep = await copies('deep', '1 day');
  });
  after(() => pappel.stop());

  /** Makes copies of the document that was sent, the newest so long ago, which share a word and an address; newest first. */
  async function copies(word: string, ago: string): Promise<string[]> {
    const columns = `account_id, company_id, participant_id, direction, status, sender, receiver, document_type_id,
      process_id, bytes, sha256, source, payload_key, verdict, as4_message_id, conversation_id, sbdh_instance_id,
      envelope_created_at`;
    const { rows } = await pappel.service.base.database.pool.query<{ message_id: string }>(
      `with made as (
        insert into messages (id, created_at, ${columns})
          select uuidv7(-($3::interval + n * interval '1 second')), now() - $3::interval - n * interval '1 second', ${columns}
          from messages, generate_series(1, 2500) n where id = $1 returning id, account_id, created_at
      ), found as (
        insert into message_search (message_id, account_id, created_at, terms)
          select id, account_id, created_at, array_to_tsvector(array[$2 || 't' || $4, $2 || 'v9915:x', '*' || $5]) from made
          returning message_id, created_at
      ) select message_id from found order by created_at desc`,
      [sentId, timber.accountId.slice(-8), ago, word, TIMBER],
    );
    return rows.map(({ message_id }) => message_id);
  }

  const list = async (path: string): Promise<Page> => {
    const { status, body } = await pappel.call('GET', `/v1/messages?${path}`, timber.key);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const operatorList = async (path: string): Promise<Page & { counts: { total: number } }> => {
    const url = `${pappel.operator}/operator/v1/messages?${path}`;
    const { status, body } = await request('GET', url, pappel.service.base.operatorToken);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  /** Every id of a list, page by page. */
  async function everyPage(path: string, read = list): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: Page = await read(path + (cursor && `&cursor=${cursor}`));
      ids.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    return ids;
  }

  test('What very many have in common is found like what few have: in order, in pages, counted', async () => {
    assert.deepEqual(await everyPage('q=many&limit=100'), many);
    const { body } = await pappel.call('GET', '/v1/messages?q=9915:x&counts=true&limit=0', timber.key);
    assert.equal(body.counts.total, 5000);
    assert.deepEqual(idsOf(await list('q=4711')), [sentId]);
  });

  test('So it is where very many others lie before them, also backwards, and where few of them fit the filter', async () => {
    assert.deepEqual(await everyPage('q=deep&limit=100'), deep);
    const first = await list('q=deep&limit=100');
    const second = await list(`q=deep&limit=100&cursor=${first.nextCursor}`);
    const back = await list(`q=deep&limit=100&before=${first.nextCursor}`);
    assert.deepEqual([idsOf(second), idsOf(back)], [deep.slice(100, 200), deep.slice(0, 100)]);
    const last = deep.slice(-3);
    const { pool } = pappel.service.base.database;
    await pool.query("update messages set status = 'SEND_FAILED' where id = any($1)", [last]);
    assert.deepEqual(idsOf(await list('q=deep&status=SEND_FAILED')), last);
    const csv = await pappel.call('GET', '/v1/messages?q=deep&limit=2&format=csv', timber.key);
    const cells = String(csv.body)
      .split('\r\n')
      .slice(1, 3)
      .map((line) => line.split(',')[0]);
    assert.deepEqual(cells, deep.slice(0, 2));
  });

  test("The operator's people find very many by an address, in pages, and one by each of its ids [OPR-3]", async () => {
    const all = await everyPage(`limit=100&q=${TIMBER}`, operatorList);
    assert.equal(new Set(all).size, 5002);
    assert.deepEqual(all, all.toSorted().reverse());
    assert.equal((await operatorList(`counts=true&limit=1&q=${TIMBER}`)).counts.total, 5002);
    const { body } = await pappel.call('GET', `/v1/messages/${sentId}`, timber.key);
    for (const q of [body.as4MessageId, body.sbdhInstanceId])
      assert.deepEqual(idsOf(await operatorList(`q=${q}`)), [receivedId, sentId].toSorted().reverse());
    for (const q of [sentId, sentId.toUpperCase()])
      assert.deepEqual(idsOf(await operatorList(`q=${q}`)), [sentId]);
    for (const q of ['0007:55673217', '*', "'", body.as4MessageId.slice(0, -1)])
      assert.deepEqual(idsOf(await operatorList(new URLSearchParams({ q }).toString())), []);
  });
});
