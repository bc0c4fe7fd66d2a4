import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { MessageStatus } from '../src/messages/message.ts';
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
} from './harness.ts';
import { newCompany, newPerson } from './people.ts';

const DOCUMENTS = 400;
/** So many beside the first company. */
const COMPANIES = 5;
const PAGE = 7;

let pappel: Pappel;
let account: Account;
let companies: string[];
let confined: string;
/** What was really sent, and is found by other words. */
let first: string;

const sql = (text: string, values: unknown[] = []) =>
  pappel.service.base.database.pool.query(text, values).then(({ rows }) => rows);

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  await activeParticipant(pappel, account, TIMBER);
  const sent = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload: fixture('invoice.xml') };
  const { body } = await pappel.call('POST', '/v1/messages', account.key, sent);
  await settled(pappel, account, body.id);
  companies = [account.companyId];
  for (let n = 0; n < COMPANIES; n++) companies.push(await newCompany(pappel, account, `Company ${n}`));
  confined = (await newPerson(pappel, account.session, 'member', companies.slice(1, 4))).session;
  first = body.id;
  await fill(first);
});
after(() => pappel.stop());

/** Documents of six days and six companies, most of them accepted, some of the same moment; one of them comes in. */
async function fill(model: string): Promise<void> {
  const { fields } = await pappel.service.base.database.pool.query('select * from messages limit 0');
  const own = ['id', 'created_at', 'company_id', 'direction', 'status', 'as4_message_id', 'sbdh_instance_id'];
  const others = fields.map(({ name }) => name).filter((name) => !own.includes(name));
  await sql(
    `insert into messages (${own.join()}, ${others.join()})
     select gen_random_uuid(), date_trunc('second', now()) - (n / 3) * interval '1 hour', ($2::uuid[])[1 + n * 7 % $3],
       case when n = 200 then 'INBOUND' else 'OUTBOUND' end,
       case when n = 200 then 'ACKNOWLEDGED' when n % 50 = 3 then 'SEND_FAILED' when n % 9 = 1 then 'VALIDATION_FAILED'
         when n = 300 then 'QUEUED' when n % 100 = 7 then 'SEND_RETRY' else 'AS4_ACCEPTED' end,
       gen_random_uuid(), gen_random_uuid(), ${others.join()}
     from messages, generate_series(1, $4) n where id = $1`,
    [model, companies, COMPANIES + 1, DOCUMENTS],
  );
  await sql("select recount_messages('-infinity', 'infinity')");
}

interface Filter {
  status?: MessageStatus[];
  direction?: string;
  companyId?: string;
}

const queryOf = ({ status = [], direction, companyId }: Filter): string =>
  new URLSearchParams([
    ...status.map((one): [string, string] => ['status', one]),
    ...(direction ? [['direction', direction] as [string, string]] : []),
    ...(companyId ? [['companyId', companyId] as [string, string]] : []),
  ]).toString();

/** The ids of all pages from the newest on, and those of the pages back from the last one. */
async function walk(token: string, filter: Filter, found = ''): Promise<{ there: string[]; back: string[] }> {
  const [there, back]: [string[], string[]] = [[], []];
  const read = async (more: string) => {
    const { status, body } = await pappel.call(
      'GET',
      `/v1/messages?limit=${PAGE}&${queryOf(filter)}${found}${more}`,
      token,
    );
    assert.equal(status, 200, JSON.stringify(body));
    return { ids: body.messages.map(({ id }: { id: string }) => id) as string[], ...body };
  };
  let page = await read('');
  there.push(...page.ids);
  while (page.nextCursor) {
    page = await read(`&cursor=${encodeURIComponent(page.nextCursor)}`);
    there.push(...page.ids);
  }
  back.unshift(...page.ids);
  while (page.prevCursor) {
    page = await read(`&before=${encodeURIComponent(page.prevCursor)}`);
    back.unshift(...page.ids);
  }
  return { there, back };
}

describe('pages of documents', () => {
  const filters: Filter[] = [
    {},
    { status: ['SEND_FAILED'] },
    { status: ['SEND_FAILED', 'VALIDATION_FAILED', 'SEND_RETRY'] },
    { status: ['SEND_FAILED', 'AS4_ACCEPTED'] },
    { status: ['QUEUED'] },
    { status: ['SENDING'] },
    { status: ['DISCOVERY_FAILED'] },
    { direction: 'INBOUND' },
    { direction: 'INBOUND', status: ['CUSTOMER_DELIVERY_QUEUED'] },
    { direction: 'OUTBOUND', status: ['VALIDATION_FAILED'] },
  ];
  test('have each document once and in order, whoever reads them and however few a filter leaves [MSG-50, MSG-52]', async () => {
    for (const filter of filters)
      for (const [token, reach] of [
        [account.key, companies],
        [confined, companies.slice(1, 4)],
      ] as const)
        for (const companyId of [undefined, companies[2]]) {
          const among = companyId ? [companyId] : reach;
          const { status = null, direction = null } = filter;
          const rows = await sql(
            `select id from messages where company_id = any($1) and ($2::text[] is null or status = any($2))
               and ($3::text is null or direction = $3) order by created_at desc, id desc`,
            [among, status, direction],
          );
          const wanted = rows.map(({ id }) => id);
          const said = JSON.stringify([filter, reach.length, companyId]);
          const walked = await walk(token, { ...filter, ...(companyId && { companyId }) });
          assert.deepEqual(walked, { there: wanted, back: wanted }, said);
        }
  });
  test('of what was found have each document once and in order, also in few companies of many [MSG-50, MSG-51]', async () => {
    await sql(
      `insert into message_search (message_id, account_id, created_at, terms)
       select id, account_id, created_at, array_to_tsvector(array[right(account_id::text, 8) || 'tnr' || length(status)])
       from messages on conflict do nothing`,
    );
    for (const [token, among] of [
      [account.key, companies],
      [confined, companies.slice(1, 4)],
    ] as const)
      for (const word of ['VALIDATION_FAILED', 'SEND_FAILED', 'QUEUED'])
        for (const filter of filters) {
          const walked = await walk(token, filter, `&q=nr${word.length}`);
          const { status = null, direction = null } = filter;
          const rows = await sql(
            `select id from messages where company_id = any($1) and length(status) = $2 and id <> $3
               and ($4::text[] is null or status = any($4)) and ($5::text is null or direction = $5)
             order by created_at desc, id desc`,
            [among, word.length, first, status, direction],
          );
          const wanted = rows.map(({ id }) => id);
          assert.deepEqual(walked, { there: wanted, back: wanted }, JSON.stringify([word, filter]));
        }
  });
  test('of a period have what was made in it, whatever else is asked', async () => {
    const [{ from, to }] = await sql(
      `select (now() - interval '90 hours')::timestamptz as "from", (now() - interval '20 hours')::timestamptz as "to"`,
    );
    for (const filter of filters) {
      const period = `&from=${from.toISOString()}&to=${to.toISOString()}&limit=100`;
      const { body } = await pappel.call('GET', `/v1/messages?${queryOf(filter)}${period}`, confined);
      const rows = await sql(
        `select id from messages where company_id = any($1) and ($2::text[] is null or status = any($2))
           and ($3::text is null or direction = $3) and created_at >= $4 and created_at < $5
         order by created_at desc, id desc limit 100`,
        [companies.slice(1, 4), filter.status ?? null, filter.direction ?? null, from, to],
      );
      assert.deepEqual(
        body.messages.map(({ id }: { id: string }) => id),
        rows.map(({ id }) => id),
        JSON.stringify(filter),
      );
    }
  });
});
