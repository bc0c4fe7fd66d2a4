/**
 * `node bench/stored/partitions.ts --dir .scratch/stored/documents-10000000`: what partitions of `messages` would cost. Copies
 * what a list needs of the documents of an installation that `npm run bench:stored` filled, once into one table and once
 * into 84 partitions by id, as many as seven years have months, each with the same indexes, and asks both in turn.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { firstIdAt } from '../../apps/service/src/platform/db/by-id.ts';
import { startEmbeddedPostgres } from '../../apps/service/src/platform/db/embedded-postgres.ts';
import { percentile } from '../figures.ts';
import { DAY_MS, SPAN_DAYS } from './population.ts';

const PARTITIONS = 84;
const ROUNDS = 40;
const COLUMNS = `id, account_id, company_id, direction, status, sender, receiver, last_error_code, as4_message_id,
  sbdh_instance_id, payload_key, created_at, status_changed_at`;
const INDEXES = [
  '(account_id, created_at desc, id desc)',
  '(company_id, created_at desc, id desc)',
  "(company_id, created_at desc, id desc) where status = 'CUSTOMER_DELIVERY_QUEUED'",
  "(sbdh_instance_id) where direction = 'OUTBOUND'",
  "(id) where status in ('SEND_RETRY', 'SEND_FAILED', 'DISCOVERY_FAILED')",
];
const LIST = 'order by created_at desc, id desc limit 51';

interface Asked {
  name: string;
  /** Of a table that is called `kept`. */
  text: string;
  values: (given: Given) => unknown[];
  writes?: boolean;
}

interface Given {
  id: string;
  account: string;
  company: string;
  at: string;
}

const ASKED: readonly Asked[] = [
  { name: 'a document by id', text: 'select * from kept where id = $1', values: ({ id }) => [id] },
  {
    name: 'a move by id',
    text: "update kept set status_changed_at = now(), status = 'ACKNOWLEDGED' where id = $1 and status <> 'x' returning *",
    values: ({ id }) => [id],
    writes: true,
  },
  {
    name: 'a new document',
    text: `insert into kept (${COLUMNS}) select gen_random_uuid(), ${COLUMNS.slice(4)} from kept where id = $1`,
    values: ({ id }) => [id],
    writes: true,
  },
  {
    name: 'list of an account',
    text: `select * from kept where account_id = $1 ${LIST}`,
    values: ({ account }) => [account],
  },
  {
    name: 'list of a company',
    text: `select * from kept where company_id = $1 ${LIST}`,
    values: ({ company }) => [company],
  },
  {
    name: 'list of an account, a page further back',
    text: `select * from kept where account_id = $1 and (created_at, id) < ($2, $3) ${LIST}`,
    values: ({ account, at, id }) => [account, at, id],
  },
  {
    name: 'the same page by id alone',
    text: 'select * from kept where account_id = $1 and id < $2 order by id desc limit 51',
    values: ({ account, id }) => [account, id],
  },
  {
    name: 'by the id of its envelope',
    text: "select * from kept where sbdh_instance_id = $1 and direction = 'OUTBOUND'",
    values: ({ id }) => [id],
  },
];

const { dir = '' } = parseArgs({ options: { dir: { type: 'string' } } }).values;
if (!existsSync(join(dir, 'kept.json')))
  throw new Error(`--dir names no installation of bench:stored: ${dir}`);
const server = await startEmbeddedPostgres(resolve(dir, 'postgres'), () => undefined);
const client = new Client({ connectionString: server.url });
try {
  await client.connect();
  await make();
  await compare();
} finally {
  await client.query('drop schema if exists one, many cascade').catch(() => undefined);
  await client.end();
  await server.stop();
}

async function make(): Promise<void> {
  await client.query("set maintenance_work_mem = '1GB'");
  await client.query('drop schema if exists one, many cascade');
  const { rows } = await client.query<{ last: Date }>('select max(created_at) as last from messages');
  const end = rows[0]?.last.getTime() ?? 0;
  const bounds = Array.from({ length: PARTITIONS - 1 }, (_, i) =>
    firstIdAt(Math.floor(end - SPAN_DAYS * DAY_MS * (1 - (i + 1) / PARTITIONS))),
  );
  await client.query('create schema one');
  await client.query('create schema many');
  await client.query(`create table one.kept as select ${COLUMNS} from messages order by id`);
  await client.query('create table many.kept (like one.kept) partition by range (id)');
  for (let i = 0; i < PARTITIONS; i++) {
    const [from, to] = [bounds[i - 1], bounds[i]].map((bound) => bound && `'${bound}'`);
    await client.query(
      `create table many.kept_${i} partition of many.kept for values from (${from ?? 'minvalue'}) to (${to ?? 'maxvalue'})`,
    );
  }
  await client.query('insert into many.kept select * from one.kept order by id');
  for (const schema of ['one', 'many']) {
    await client.query(`alter table ${schema}.kept add primary key (id)`);
    for (const index of INDEXES) await client.query(`create index on ${schema}.kept ${index}`);
    await client.query(`vacuum analyze ${schema}.kept`);
  }
}

/** What planning and execution took as PostgreSQL says, and a statement with a name as its client sees it; milliseconds. */
type Figures = Record<'planning' | 'execution' | 'named', number[]>;

async function compare(): Promise<void> {
  // From everywhere in the time of them: who asks for the oldest looks into few partitions.
  const { rows: some } = await client.query<Given>(
    `select id, account_id as account, company_id as company, created_at as at from one.kept
     order by hashtextextended(id::text, 0) limit ${ROUNDS}`,
  );
  console.log(
    `| median ms | one table: plan, run, named | ${PARTITIONS} partitions: plan, run, named | times in all |`,
  );
  console.log('| --- | ---: | ---: | ---: |');
  for (const asked of ASKED) {
    const figures = { one: empty(), many: empty() };
    for (const given of some)
      for (const schema of ['one', 'many'] as const) await ask(schema, asked, given, figures[schema]);
    const [one, many] = [middle(figures.one), middle(figures.many)];
    const times = ((many[0] ?? 0) + (many[1] ?? 0)) / Math.max(0.001, (one[0] ?? 0) + (one[1] ?? 0));
    console.log(`| ${asked.name} | ${said(one)} | ${said(many)} | ${times.toFixed(1)} |`);
  }
}

async function ask(
  schema: 'one' | 'many',
  { name, text, values, writes }: Asked,
  given: Given,
  into: Figures,
) {
  const own = text.replaceAll('kept', `${schema}.kept`);
  await client.query('begin');
  const { rows } = await client.query(`explain (analyze, format json) ${own}`, values(given));
  const [plan] = rows[0]['QUERY PLAN'];
  into.planning.push(plan['Planning Time']);
  into.execution.push(plan['Execution Time']);
  await client.query('rollback');
  if (writes) await client.query('begin');
  const begun = performance.now();
  await client.query({ name: `${schema} ${name}`, text: own, values: values(given) });
  into.named.push(performance.now() - begun);
  if (writes) await client.query('rollback');
}

function empty(): Figures {
  return { planning: [], execution: [], named: [] };
}

function middle(figures: Figures): number[] {
  return Object.values(figures).map((values) => percentile(values, 0.5));
}

function said(values: readonly number[]): string {
  return values.map((value) => value.toFixed(2)).join(', ');
}
