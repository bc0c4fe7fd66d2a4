import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { MLS_DOCUMENT_TYPE, MLS_PROCESS } from '@pappel/mls/status';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { checkReport } from '@pappel/reporting/check';
import { daysOf, monthBefore, reportType } from '@pappel/reporting/report';
import { recordExchange } from '../src/ledger/record.ts';
import { createInbound, createOutbound, type NewInbound, type NewOutbound } from '../src/messages/create.ts';
import { moveMessage } from '../src/messages/transition.ts';
import { type AccountId, type CompanyId, newId } from '../src/platform/ids.ts';
import { sendDueReports } from '../src/reporting/send-due-job.ts';
import { asId, asParticipant } from './as-id.ts';
import { type Account, type Pappel, request, signUp, startPappel, until } from './harness.ts';

/** Who takes the reports here: a participant of this very installation. */
const AUTHORITY = '0192:991825827';
const DOCUMENTS = 10_000;
const SOAP = Buffer.from('<soap/>');
const MONTH = monthBefore(new Date());
const NAME = daysOf(MONTH).first.slice(0, 7);
const [FROM, TO] = [Date.parse(daysOf(MONTH).first), Date.parse(daysOf(MONTH).last) + 86_400_000];
const THIRD = new Date(TO + 2 * 86_400_000 + 6 * 3_600_000);
const types = ['invoice', 'credit-note'].map((alias) => aliasToType(alias));
const SEATS = ['PNO000456', 'PBE000777', 'POP000888'];

interface Holder {
  participant_id: string;
  account_id: AccountId;
  company_id: string;
  country: string;
  address: ParticipantId;
}

let pappel: Pappel;
let holders: Holder[];
let authority: Account;

/** The same numbers at every run. */
function* randomNumbers(seed = 42): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}
const numbers = randomNumbers();
const random = (below: number): number => Math.floor(Number(numbers.next().value) * below);
const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;

/** Companies in three countries; the first of each has two addresses. */
async function makeHolders(): Promise<Holder[]> {
  const made: Holder[] = [];
  const ask = async (account: Account, country: string, companyId: CompanyId): Promise<void> => {
    const value = String(1_000_000_000 + made.length);
    const { db } = pappel.service.base;
    const id = newId<'Participant'>();
    const address = asParticipant(`0225:${value}`);
    const columns = { scheme: '0225', value, address, canonical_id: `iso6523-actorid-upis::${address}` };
    const registration = JSON.stringify({});
    const row = {
      id,
      account_id: asId<'Account'>(account.accountId),
      company_id: companyId,
      ...columns,
      name: 'x',
      registration,
    };
    await db
      .insertInto('participants')
      .values({
        ...row,
        identifier: `p${made.length}`,
        country_code: country,
        status: 'ACTIVE',
        search_text: '',
      })
      .execute();
    made.push({
      participant_id: id,
      account_id: asId<'Account'>(account.accountId),
      company_id: companyId,
      country,
      address,
    });
  };
  for (const country of ['SE', 'NO', 'BE']) {
    const account = await signUp(pappel, `Holder in ${country}`, country);
    for (let i = 0; i < 7; i++) {
      const company = await pappel.call('POST', '/v1/companies', account.key, { name: `${country} ${i}` });
      await ask(account, country, company.body.id);
      if (i === 0) await ask(account, country, company.body.id);
    }
  }
  return made;
}

function message(holder: Holder, changes: object): unknown {
  const at = new Date(FROM + random(TO - FROM));
  const { participant_id, account_id, company_id } = holder;
  return {
    ...{ participant_id, account_id, company_id },
    id: newId<'Message'>(),
    sender: holder.address,
    receiver: holder.address,
    ...kindOf(),
    bytes: 1,
    sha256: 'x',
    source: 'NETWORK',
    payload_key: 'none',
    verdict: 'VALID',
    as4_message_id: `${randomUUID()}@x`,
    conversation_id: '1',
    sbdh_instance_id: randomUUID(),
    envelope_created_at: at,
    ...changes,
  };
}

const kindOf = () => {
  const type = pick(types);
  return { document_type_id: type?.documentTypeId, process_id: type?.processId };
};

/** A document through the same doors as a real one: received with its AS4 time, or sent until a Receipt came, or not. */
async function exchange(): Promise<void> {
  const { db } = pappel.service.base;
  const holder = pick(holders);
  if (random(2) === 0) {
    const received = new Date(FROM + random(TO - FROM));
    const changes = {
      sender_seat: pick(SEATS),
      country_c1: pick(['SE', 'NO', 'BE']),
      as4_timestamp: received,
    };
    const made = { direction: 'INBOUND', status: 'CUSTOMER_DELIVERY_QUEUED', ...changes };
    await createInbound(db, message(holder, made) as NewInbound, SOAP);
    return;
  }
  const queued = message(holder, { direction: 'OUTBOUND', status: 'QUEUED', country_c1: holder.country });
  const { message: made } = await createOutbound(db, queued as NewOutbound);
  const sending = await moveMessage(db, made, { to: 'SENDING' });
  assert.ok(sending);
  const to = random(20) === 0 ? 'SEND_FAILED' : 'AS4_ACCEPTED';
  await moveMessage(db, sending, { to, receiverAccessPoint: pick(SEATS) });
}

async function count(text: string): Promise<Record<string, string>[]> {
  const { rows } = await pappel.service.base.database.pool.query(text, [new Date(FROM), new Date(TO)]);
  return rows;
}

const operate = (method: string, path: string) =>
  request(method, `${pappel.operator}/operator/v1/${path}`, pappel.service.base.operatorToken);

/** Each part as one line: its keys, then its figures. */
async function linesOf(kind: string, type: string): Promise<string[]> {
  const { body } = await operate('GET', `reports/${kind}/${NAME}/xml`);
  const verdict = checkReport(Buffer.from(body));
  assert.ok(verdict.valid, JSON.stringify(verdict));
  return verdict.report.parts
    .filter((part) => part.type === type)
    .map((part) => [...part.keys.map((key) => key.value), ...Object.values(part.counts)].join(' | '))
    .sort();
}
const lines = (rows: Record<string, string>[]): string[] =>
  rows.map((row) => Object.values(row).join(' | ')).sort();

/** What was exchanged, by the documents themselves and not by the ledger. */
const DONE = `(
  select m.*, direction = 'INBOUND' as came, coalesce(sender_seat, receiver_access_point) as seat,
    split_part(document_type_id, '::', 1) as scheme, substr(document_type_id, strpos(document_type_id, '::') + 2) as dt,
    substr(process_id, strpos(process_id, '::') + 2) as pr, p.country_code as home
  from messages m join participants p on p.id = m.participant_id
  where m.status in ('AS4_ACCEPTED', 'CUSTOMER_DELIVERY_QUEUED')
    and coalesce(as4_timestamp, envelope_created_at) >= $1 and coalesce(as4_timestamp, envelope_created_at) < $2
    and document_type_id not like '%statistics-report%') as done`;

before(async () => {
  pappel = await startPappel({ REPORT_RECEIVER: AUTHORITY, SEND_REPORTS: 'true' });
  authority = await signUp(pappel, 'Authority', 'NO');
  holders = await makeHolders();
  const queue = Array.from({ length: DOCUMENTS });
  const work = async () => {
    while (queue.pop() === undefined && queue.length > 0) await exchange();
  };
  await Promise.all(Array.from({ length: 12 }, work));
  // Just outside of the month: one millisecond before, and the first of the next.
  for (const at of [FROM - 1, TO]) {
    const changes = { sender_seat: 'PXX000001', country_c1: 'SE', as4_timestamp: new Date(at) };
    const made = { direction: 'INBOUND', status: 'CUSTOMER_DELIVERY_QUEUED', ...changes };
    await createInbound(pappel.service.base.db, message(holders[0] as Holder, made) as NewInbound, SOAP);
  }
});
after(() => pappel.stop());

describe('the reports of a month of 10,000 documents, 3 countries and 2 document types', () => {
  test('Each is made on request, keeps its rules, and is made again only when something changed', async () => {
    for (const kind of ['tsr', 'eusr']) {
      const made = await operate('POST', `reports/${kind}/${NAME}`);
      assert.deepEqual(
        [made.status, made.body.valid, made.body.findings, made.body.month],
        [201, true, [], NAME],
      );
      assert.equal((await operate('POST', `reports/${kind}/${NAME}`)).body.id, made.body.id);
      const file = await operate('GET', `reports/${kind}/${NAME}/xml`);
      assert.match(String(file.headers.get('content-disposition')), new RegExp(`${kind}-${NAME}.xml`));
    }
  });
  test('The totals are those of the documents', async () => {
    const [row] = await count(
      `select count(*) filter (where came)::int as "Incoming", count(*) filter (where not came)::int as "Outgoing" from ${DONE}`,
    );
    const { body } = await operate('GET', `reports/tsr/${NAME}`);
    assert.deepEqual(body.total, row);
    assert.ok(body.total.Incoming + body.total.Outgoing > DOCUMENTS * 0.95);
  });
  test('The counts by provider and document type are those of the documents', async () => {
    const rows =
      await count(`select seat, dt, pr, count(*) filter (where came) as i, count(*) filter (where not came) as o
      from ${DONE} group by 1, 2, 3`);
    assert.equal(rows.length, 6);
    assert.deepEqual(await linesOf('tsr', 'PerSP-DT-PR'), lines(rows));
  });
  test('The counts by countries are those of the documents that came in', async () => {
    const rows = await count(`select seat, dt, pr, country_c1, home, count(*), 0 as none
      from ${DONE} where came group by 1, 2, 3, 4, 5`);
    assert.equal(rows.length, 54);
    assert.deepEqual(await linesOf('tsr', 'PerSP-DT-PR-CC'), lines(rows));
  });
  const USERS = `count(distinct company_id) filter (where not came) as s,
    count(distinct company_id) filter (where came) as r, count(distinct company_id) as u`;
  test('Each company is one end user, whatever it sent and received under whatever address', async () => {
    const [row] = await count(`select ${USERS} from ${DONE}`);
    const { body } = await operate('GET', `reports/eusr/${NAME}`);
    assert.deepEqual(Object.values(body.total).map(String), Object.values(row ?? {}));
    assert.equal(body.total.SendingOrReceivingEndUsers, 21);
  });
  for (const [type, keys] of [
    ['PerDT-PR', 'dt, pr'],
    ['PerDT-PR-EUC', 'dt, pr, home'],
    ['PerDT-EUC', 'dt, home'],
    ['PerEUC', 'home'],
  ] as const)
    test(`The end users by ${keys} are those of the documents`, async () => {
      const rows = await count(`select ${keys}, ${USERS} from ${DONE} group by ${keys}`);
      assert.deepEqual(await linesOf('eusr', type), lines(rows));
    });
});

describe('what is counted besides', () => {
  test('A status counts like any exchange, and we ourselves are its end user', async () => {
    const { db, provider } = pappel.service.base;
    const at = {
      exchangedAt: new Date(FROM + 5_000),
      documentTypeId: MLS_DOCUMENT_TYPE,
      processId: MLS_PROCESS,
    };
    const before = (await operate('GET', `reports/tsr/${NAME}`)).body.total;
    await recordExchange(db, {
      kind: 'STATUS_SENT',
      otherSeat: 'PNO000456',
      ...at,
      countryC1: provider.country,
      countryC4: null,
    });
    await recordExchange(db, {
      kind: 'STATUS_RECEIVED',
      otherSeat: 'PNO000456',
      ...at,
      countryC1: 'NO',
      countryC4: provider.country,
    });
    const { total } = (await operate('POST', `reports/tsr/${NAME}`)).body;
    assert.deepEqual(total, { Incoming: before.Incoming + 1, Outgoing: before.Outgoing + 1 });
    const { total: users } = (await operate('POST', `reports/eusr/${NAME}`)).body;
    assert.equal(users.SendingOrReceivingEndUsers, 22);
    const ours = (await linesOf('eusr', 'PerDT-PR')).find((line) => line.includes('mls'));
    assert.match(String(ours), /\| 1 \| 1 \| 1$/);
  });
  test('Usage of the accounts says the same as the reports', async () => {
    const rows = await count(`select kind, sum(quantity) as n from ledger where kind like 'DOCUMENT%'
      and exchanged_at >= $1 and exchanged_at < $2 group by kind`);
    const { body } = await operate('GET', `reports/tsr/${NAME}`);
    assert.deepEqual(Object.fromEntries(rows.map((row) => [row['kind'], Number(row['n'])])), {
      DOCUMENT_RECEIVED: body.total.Incoming - 1,
      DOCUMENT_SENT: body.total.Outgoing - 1,
    });
  });
});

describe('asking for reports', () => {
  test('A kind or month that is none, and a report not made yet, are 404; a month to come is 409', async () => {
    for (const path of [`xyz/${NAME}`, 'tsr/2026-13', 'tsr/october', 'tsr/2001-01'])
      assert.equal((await operate('GET', `reports/${path}`)).status, 404, path);
    assert.equal((await operate('POST', 'reports/tsr/2999-01')).status, 409);
  });
  test('A month without exchanges has reports too, with zeros', async () => {
    const { body } = await operate('POST', 'reports/tsr/2020-02');
    assert.deepEqual([body.valid, body.total], [true, { Incoming: 0, Outgoing: 0 }]);
    assert.equal((await operate('POST', 'reports/eusr/2020-02')).body.valid, true);
  });
  test('The present month may be looked at, and not sent', async () => {
    const now = new Date().toISOString().slice(0, 7);
    assert.equal((await operate('POST', `reports/tsr/${now}`)).status, 201);
    const sent = await operate('POST', `reports/tsr/${now}/send`);
    assert.deepEqual([sent.status, sent.body.error.code], [409, 'INVALID_STATE']);
  });
  test('The command line shows, makes and lists them', async () => {
    const env = {
      ...process.env,
      OPERATOR_URL: pappel.operator,
      OPERATOR_TOKEN: pappel.service.base.operatorToken,
    };
    const run = async (...args: string[]) => {
      const cli = join(import.meta.dirname, '../src/cli.ts');
      const { stdout } = await promisify(execFile)(process.execPath, [cli, 'reports', ...args], { env });
      return JSON.parse(stdout);
    };
    assert.deepEqual((await run('make', 'tsr', '2020-03')).total, { Incoming: 0, Outgoing: 0 });
    assert.equal((await run('show', 'tsr', NAME)).kind, 'TSR');
    assert.ok((await run('list')).reports.some((one: { month: string }) => one.month === '2020-03'));
    await assert.rejects(run('send', 'tsr', '2999-01'));
  });
  test('None of it opens to a customer', async () => {
    const answer = await request('GET', `${pappel.operator}/operator/v1/reports`, authority.key);
    assert.equal(answer.status, 401);
  });
});

describe('sending', () => {
  const delivered = async (kind: string) =>
    (
      await until(
        () => operate('GET', `reports/${kind}/${NAME}`),
        ({ body }) => body.delivery?.status === 'AS4_ACCEPTED',
      )
    ).body;
  const inbox = async () =>
    (await pappel.call('GET', '/v1/messages?direction=INBOUND', authority.key)).body.messages;

  test('Nobody to take it is no failure for good: it stays in the queue', async () => {
    const { status, body } = await operate('POST', `reports/tsr/${NAME}/send`);
    assert.deepEqual([status, body.delivery.status], [202, 'QUEUED']);
    const tried = await until(
      () => operate('GET', `reports/tsr/${NAME}`),
      (answer) => answer.body.delivery.attempts > 0,
    );
    const { delivery } = tried.body;
    assert.deepEqual([delivery.status, delivery.lastErrorCode], ['QUEUED', 'PARTICIPANT_NOT_FOUND']);
    assert.ok(Date.parse(delivery.nextAttemptAt) > Date.now());
  });
  test('Before the third day, and where it is switched off, the job sends nothing', async () => {
    const { base } = pappel.service;
    await sendDueReports(base, new Date(TO + 3_600_000));
    await sendDueReports({ ...base, provider: { ...base.provider, sendsReports: false } }, THIRD);
    assert.equal((await operate('GET', `reports/eusr/${NAME}`)).body.delivery, undefined);
  });
  test('From the third day on the job sends both, each version once, and they arrive as they are', async () => {
    const [scheme, value] = AUTHORITY.split(':');
    const capabilities = (['TSR', 'EUSR'] as const).map((kind) => ({
      ...reportType(kind),
      direction: 'RECEIVE',
    }));
    const made = await pappel.call('POST', '/v1/participants', authority.key, {
      ...{ companyId: authority.companyId, scheme, value, name: 'Authority' },
      capabilities,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await pappel.operate(`participants/${made.body.id}/approve`);
    await until(
      () => pappel.call('GET', `/v1/participants/${made.body.id}`, authority.key),
      ({ body }) => body.status === 'ACTIVE',
    );
    await sendDueReports(pappel.service.base, THIRD);
    const eusr = await delivered('eusr');
    const tsr = await delivered('tsr');
    assert.deepEqual([eusr.delivery.status, tsr.delivery.status], ['AS4_ACCEPTED', 'AS4_ACCEPTED']);
    await sendDueReports(pappel.service.base, THIRD);
    const arrived = await inbox();
    assert.equal(arrived.length, 2);
    for (const [kind, { month }] of [
      ['eusr', eusr],
      ['tsr', tsr],
    ] as const) {
      const sent = String((await operate('GET', `reports/${kind}/${month}/xml`)).body);
      const type = reportType(kind === 'tsr' ? 'TSR' : 'EUSR').documentTypeId;
      const { id } = arrived.find((one: { documentTypeId: string }) => one.documentTypeId === type);
      const { body } = await pappel.call('GET', `/v1/messages/${id}/payload`, authority.key);
      assert.equal(body, sent.replace(/^<\?xml.*?\?>/, '').trim());
    }
    assert.equal(arrived[0].sender, pappel.service.base.provider.spid);
  });
  test('Reports are in no report, neither where they are sent nor where they arrive', async () => {
    const now = new Date().toISOString().slice(0, 7);
    const { body } = await operate('POST', `reports/tsr/${now}`);
    assert.deepEqual(body.total, { Incoming: 1, Outgoing: 0 });
  });
  test('A document that is counted late makes another version, and that is sent too', async () => {
    const changes = { sender_seat: 'PNO000456', country_c1: 'SE', as4_timestamp: new Date(FROM) };
    const late = { direction: 'INBOUND', status: 'CUSTOMER_DELIVERY_QUEUED', ...changes };
    await createInbound(pappel.service.base.db, message(holders[0] as Holder, late) as NewInbound, SOAP);
    const before = (await operate('GET', `reports/tsr/${NAME}`)).body;
    await sendDueReports(pappel.service.base, THIRD);
    const again = await delivered('tsr');
    assert.notEqual(again.id, before.id);
    assert.equal(again.total.Incoming, before.total.Incoming + 1);
    const { reports } = (await operate('GET', 'reports')).body;
    assert.equal(reports[0].month >= NAME, true);
    assert.ok(reports.some((one: { id: string }) => one.id === again.id));
    assert.ok(!reports.some((one: { id: string }) => one.id === before.id));
  });
  test('Who makes or sends one stands in the audit of the operator; the clock does not [OPR-8]', async () => {
    const { body } = await operate('GET', 'audit?limit=100');
    const rows: { eventType: string; targetName: string; actorName: string }[] = body.rows;
    const of = (type: string) =>
      rows
        .filter(({ eventType }) => eventType === type)
        .map((row) => `${row.targetName} by ${row.actorName}`);
    assert.deepEqual(of('report.sent'), [`TSR ${NAME} by Operator`]);
    assert.ok(of('report.made').includes(`EUSR ${NAME} by Operator`));
  });
});

describe('the targets of statuses', () => {
  test('A month without statuses has no share of them', async () => {
    const { body } = await operate('GET', `service-levels/mls/${NAME}`);
    assert.deepEqual(body, {
      sent: { count: 0, withinTarget: 0, percent: null, waiting: 0 },
      received: { count: 0, withinTarget: 0, percent: null, overdue: 0 },
    });
  });
  test('Each status counts as in time or late, and one that never came as overdue', async () => {
    const { db, provider } = pappel.service.base;
    const { seat } = provider;
    const holder = holders[0] as Holder;
    const minutes = (count: number) => new Date(FROM + count * 60_000);
    for (const [i, taken] of [5, 19, 21].entries()) {
      const changes = { sender_seat: SEATS[0], country_c1: 'SE', as4_timestamp: minutes(0) };
      const inbound = { direction: 'INBOUND', status: 'CUSTOMER_DELIVERY_QUEUED', ...changes };
      const made = message(holder, inbound) as NewInbound;
      await createInbound(db, made, SOAP);
      const { id } = made;
      const mls = newId<'ProviderMessage'>();
      const ids = { as4_message_id: `m${i}`, conversation_id: '1', sbdh_instance_id: `m${i}` };
      const parts = {
        sender: holder.address,
        receivers: [holder.address],
        document_type_id: MLS_DOCUMENT_TYPE,
        process_id: MLS_PROCESS,
        country_c1: 'BE',
      };
      await db
        .insertInto('provider_messages')
        .values({
          ...{ id: mls, kind: 'MLS', status: 'AS4_ACCEPTED', document: Buffer.from('x'), ...ids, ...parts },
          envelope_created_at: minutes(0),
          accepted_at: minutes(taken),
        })
        .execute();
      const due = {
        message_id: id,
        account_id: holder.account_id,
        receivers: [holder.address],
        mls_type: 'ALWAYS_SEND' as const,
        created_at: minutes(0),
      };
      await db
        .insertInto('mls_due')
        .values({ ...due, code: 'AB', provider_message_id: mls })
        .execute();
    }
    const sent = {
      direction: 'OUTBOUND',
      status: 'QUEUED',
      country_c1: 'SE',
      envelope_created_at: minutes(0),
    };
    await createOutbound(db, message(holder, { ...sent, mls: '{"status":"PENDING"}' }) as NewOutbound);
    for (const [i, taken] of [24, 26].entries()) {
      const made = await createOutbound(db, message(holder, sent) as NewOutbound);
      const { id } = made.message;
      const ids = { sender: 'x', sender_seat: seat, as4_message_id: `r${i}`, sbdh_instance_id: `r${i}` };
      const bytes = {
        document: Buffer.from('x'),
        as4_header: Buffer.from('x'),
        as4_timestamp: minutes(taken),
      };
      await db
        .insertInto('mls_received')
        .values({
          id: newId<'MlsReceived'>(),
          message_id: id,
          outcome: 'APPLIED',
          ...ids,
          ...bytes,
          received_at: minutes(taken),
        })
        .execute();
    }
    assert.deepEqual((await operate('GET', `service-levels/mls/${NAME}`)).body, {
      sent: { count: 3, withinTarget: 2, percent: 66.67, waiting: 0 },
      received: { count: 2, withinTarget: 1, percent: 50, overdue: 1 },
    });
  });
});
