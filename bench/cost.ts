/**
 * `npm run bench:cost -- [documents] [bytes]`: what a document costs, both sides of it, in an installation that sends to itself in
 * a process of its own: processor time, statements, commits, rows, WAL, memory. With PROFILE=FILE also where the
 * processor's time goes, which costs some itself; the file is one that browsers open.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from 'pg';
import { call, ROOT, until } from '../scripts/demo-installation.ts';
import { freePortSettings } from '../scripts/free-ports.ts';
import { NPM_START } from '../scripts/npm-start.ts';
import type { ServiceCost, ServiceReady } from './cost-service.ts';
import { countOf, type DatabaseCount } from './database-count.ts';
import { databaseTime } from './database-time.ts';
import { percentile } from './figures.ts';
import { type Profile, printProfile } from './print-profile.ts';
import { openSenderAndReceiver, RECEIVER, SENDER } from './sender-and-receiver.ts';

const DOCUMENTS = Number(process.argv[2] ?? 500);
const BYTES = Number(process.argv[3] ?? 0);
const { PROFILE } = process.env;
const WARM_UP = Number(process.env['WARM_UP'] ?? 150);
const AT_ONCE = 8;
const TYPE = '</cbc:InvoiceTypeCode>';
const TOP_STATEMENTS = 25;

const invoice = readFileSync(join(ROOT, 'packages/validation/tests/fixtures/invoice.xml'), 'utf8');
/** As large as asked for, by one long note. */
const payload =
  BYTES > invoice.length
    ? invoice.replace(TYPE, `${TYPE}<cbc:Note>${'x'.repeat(BYTES - invoice.length)}</cbc:Note>`)
    : invoice;

/** Rows written so far, by table; what lies outside a row counts under its table. */
async function rowsByTable(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; written: number }>(`
    select coalesce(owner.relname || ' (outside)', s.relname) as name, n_tup_ins::float8 as written
    from pg_stat_all_tables s left join pg_class owner on owner.reltoastrelid = s.relid`);
  return new Map(rows.map(({ name, written }) => [name, written]));
}

function startService(dataDir: string, ports: Record<string, string>) {
  const env = { ...process.env, ...ports, DATA_DIR: dataDir };
  const fixed = { NETWORK: 'local', RATE_LIMITS: 'off', ...NPM_START.env };
  const { execArgv } = NPM_START;
  const service = join(import.meta.dirname, 'cost-service.ts');
  const child = fork(service, { env: { ...env, ...fixed }, execArgv });
  const ask = async <Answer>(question: string): Promise<Answer> => {
    child.send(question);
    const [answer] = await once(child, 'message');
    return answer as Answer;
  };
  return { child, ask };
}

async function send(api: string, key: string, documents: number): Promise<number[]> {
  const answers: number[] = [];
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent++ < documents) {
      const startedAt = performance.now();
      await call('POST', `${api}/v1/messages`, key, {
        sender: SENDER,
        receiver: RECEIVER,
        type: 'invoice',
        payload,
      });
      answers.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return answers;
}

/** Until all were sent and taken; the last statements of their jobs follow within a moment. */
async function allArrived(client: Client, documents: number): Promise<void> {
  await until(
    async () => {
      const { rows } = await client.query<{ done: number }>(
        "select count(*)::int as done from messages where status = 'AS4_ACCEPTED'",
      );
      return rows[0]?.done ?? 0;
    },
    (done) => done >= documents,
  );
}

interface Run {
  tablesBefore: Map<string, number>;
  tablesAfter: Map<string, number>;
  cost: ServiceCost;
  before: DatabaseCount;
  after: DatabaseCount;
  databaseMs: number;
  seconds: number;
  answers: number[];
}

function printCost({
  cost,
  tablesBefore,
  tablesAfter,
  before,
  after,
  databaseMs,
  seconds,
  answers,
}: Run): void {
  const each = (value: number, digits = 2): string => (value / DOCUMENTS).toFixed(digits);
  const statements = cost.statements.reduce((sum, [, times]) => sum + times, 0);
  const { rss, heapUsed, external } = cost.memory;
  const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0);
  const rows: [string, string][] = [
    ['documents, of bytes', `${DOCUMENTS}, ${payload.length}`],
    ['documents/s end to end', (DOCUMENTS / seconds).toFixed(1)],
    [
      'accept answer p50 / p99, ms',
      `${percentile(answers, 0.5).toFixed(0)} / ${percentile(answers, 0.99).toFixed(0)}`,
    ],
    ['processor time a document, ms', each(cost.userMs + cost.systemMs + databaseMs)],
    ['  of the service, user / system', `${each(cost.userMs)} / ${each(cost.systemMs)}`],
    ['  of PostgreSQL', each(databaseMs)],
    ['statements a document', each(statements)],
    ['transactions that write, a document', each(after.xids - before.xids)],
    ['rows inserted a document', each(after.inserted - before.inserted)],
    ['rows updated a document', each(after.updated - before.updated)],
    ['rows deleted a document', each(after.deleted - before.deleted)],
    ['WAL a document, KB', each((after.wal - before.wal) / 1024, 1)],
    ['database grown by, a document, KB', each((after.stored - before.stored) / 1024, 1)],
    ['connections', String(after.connections)],
    ['memory of the service, MB', megabytes(rss)],
    ['  in the heap / outside of it', `${megabytes(heapUsed)} / ${megabytes(external)}`],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(40)} ${value}`);
  console.log('\nrows inserted a document, by table:');
  for (const [table, written] of [...tablesAfter].sort((one, other) => other[1] - one[1])) {
    const grown = written - (tablesBefore.get(table) ?? 0);
    if (grown * 10 > DOCUMENTS) console.log(`${each(grown).padStart(6)}  ${table}`);
  }
  console.log('\nstatements, times a document:');
  const often = cost.statements.sort((one, other) => other[1] - one[1]).slice(0, TOP_STATEMENTS);
  for (const [text, times] of often)
    console.log(`${each(times).padStart(6)}  ${text.replace(/\s+/g, ' ').slice(0, 110)}`);
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pappel-cost-'));
  const ports = await freePortSettings();
  const { child, ask } = startService(dataDir, ports);
  try {
    const [ready] = (await once(child, 'message')) as [ServiceReady];
    const client = new Client({ connectionString: ready.nearUrl });
    await client.connect();
    const api = `http://127.0.0.1:${ports.PORT}`;
    const key = await openSenderAndReceiver(api, ready.operatorToken, ports.OPERATOR_PORT);
    await send(api, key, WARM_UP);
    await allArrived(client, WARM_UP);
    await ask('begin');
    const before = await countOf(client);
    const tablesBefore = await rowsByTable(client);
    const database = databaseTime(dataDir) ?? 0;
    const startedAt = performance.now();
    const answers = await send(api, key, DOCUMENTS);
    await allArrived(client, WARM_UP + DOCUMENTS);
    const seconds = (performance.now() - startedAt) / 1_000;
    const cost = await ask<ServiceCost>('end');
    const databaseMs = (databaseTime(dataDir) ?? 0) - database;
    const after = await countOf(client);
    const tablesAfter = await rowsByTable(client);
    printCost({ cost, tablesBefore, tablesAfter, before, after, databaseMs, seconds, answers });
    if (PROFILE && cost.profile) {
      writeFileSync(PROFILE, JSON.stringify(cost.profile));
      printProfile(cost.profile as Profile, DOCUMENTS);
    }
    await client.end();
    child.send('stop');
    await once(child, 'exit');
  } finally {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
