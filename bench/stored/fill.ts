import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../apps/service/src/platform/db/embedded-postgres.ts';
import { newId } from '../../apps/service/src/platform/ids.ts';
import { type Account, FURNITURE, TIMBER } from '../../apps/service/tests/harness.ts';
import { copyRows, type Own, patternOf } from './copy-rows.ts';
import { FILLED, type Models, passesOf } from './passes.ts';
import {
  documents,
  type House,
  HUGE_COMPANIES,
  MIDDLE_ACCOUNTS,
  MIDDLE_COMPANIES,
  type Population,
  SMALL_ACCOUNTS,
  type Stored,
} from './population.ts';

/** What was made over HTTP, and what everything else is made after. */
export interface Founders extends Models {
  huge: Account;
  /** Of the middle ones: one that sends and receives, and one that only sends. */
  middle: Account;
  silent: Account;
  small: Account;
  /** Addresses of the huge account. */
  participants: Record<typeof TIMBER | typeof FURNITURE, string>;
}

/** Fills the database of an installation that is stopped; answers who has the documents. */
export async function fill(
  dataDir: string,
  count: number,
  founders: Founders,
): Promise<Population & { end: number }> {
  const end = Date.now();
  await withDatabase(dataDir, setForFilling);
  return withDatabase(dataDir, async (client) => {
    const population = await populate(client, founders);
    const indexes = await dropIndexes(client);
    await copyDocuments(client, founders, () => documents(count, population, end));
    await client.query("set maintenance_work_mem = '1GB'");
    for (const index of indexes) await client.query(index);
    await client.query("select recount_messages('-infinity', 'infinity')");
    await client.query('update usage_added_up set ledger_id = (select max(id) from ledger)');
    await client.query("select recount_usage('-infinity', 'infinity')");
    await client.query('vacuum (analyze)');
    await client.query('alter system reset all');
    await client.query('checkpoint');
    return { ...population, end };
  });
}

async function withDatabase<Result>(
  dataDir: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbeddedPostgres(join(dataDir, 'postgres'), () => undefined);
  const client = new Client({ connectionString: server.url });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await server.stop();
  }
}

/** It is filled once and then measured: a crash meanwhile would be a reason to begin again. */
async function setForFilling(client: Client): Promise<void> {
  for (const setting of [
    'wal_level = minimal',
    'max_wal_senders = 0',
    "max_wal_size = '2GB'",
    'fsync = off',
    'autovacuum = off',
  ])
    await client.query(`alter system set ${setting}`);
}

/** Accounts, companies and addresses beside those that were made over HTTP. */
async function populate(client: Client, founders: Founders): Promise<Population> {
  const { huge, middle, silent, small, participants } = founders;
  const made: House[] = [];
  const house = (accountId: string, address: string, known: Partial<House> = {}): House => {
    const one = { accountId, companyId: newId(), participantId: newId(), address, ...known };
    if (!known.companyId) made.push(one);
    return one;
  };
  const addressOf = (kind: string, ...n: number[]): string => `9915:${kind}${n.join('x')}`;
  const accounts = (known: Account[], many: number): string[] =>
    Array.from({ length: many }, (_, i) => known[i]?.accountId ?? newId());
  const population: Population = {
    huge: Array.from({ length: HUGE_COMPANIES }, (_, n) =>
      n === 0
        ? house(huge.accountId, TIMBER, { companyId: huge.companyId, participantId: participants[TIMBER] })
        : house(huge.accountId, addressOf('h', n)),
    ),
    middle: accounts([middle, silent], MIDDLE_ACCOUNTS).map((accountId, a) =>
      Array.from({ length: MIDDLE_COMPANIES }, (_, n) =>
        house(accountId, addressOf('m', a, n), { isSilent: accountId === silent.accountId }),
      ),
    ),
    small: accounts([small], SMALL_ACCOUNTS).map((accountId, n) => house(accountId, addressOf('s', n))),
  };
  const known = [huge, middle, silent, small].map(({ accountId }) => accountId);
  const others = [...new Set(made.map(({ accountId }) => accountId))].filter((id) => !known.includes(id));
  const after = (table: string, id: string, own: Own<House>) => patternOf(client, table, `id = '${id}'`, own);
  const patterns = [
    await after('companies', huge.companyId, {
      id: ({ companyId }) => companyId,
      account_id: ({ accountId }) => accountId,
      name: ({ address }) => `Company ${address}`,
      identifier: ({ address }) => address.slice(5),
      search_text: ({ address }) => `company ${address}`,
      is_account_entity: () => 'f',
    }),
    await after('participants', participants[FURNITURE], {
      id: ({ participantId }) => participantId,
      account_id: ({ accountId }) => accountId,
      company_id: ({ companyId }) => companyId,
      scheme: () => '9915',
      value: ({ address }) => address.slice(5),
      address: ({ address }) => address,
      canonical_id: ({ address }) => `iso6523-actorid-upis::${address}`,
      identifier: ({ address }) => address.slice(5),
    }),
  ];
  const account = await patternOf<string>(client, 'accounts', `id = '${huge.accountId}'`, { id: (id) => id });
  await copyRows(client, account, others.map(account.lineOf));
  for (const pattern of patterns) await copyRows(client, pattern, made.map(pattern.lineOf));
  return population;
}

/** Answers the statements that make them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [FILLED],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** All tables in one transaction that empties them first: nothing of it is logged, and no row needs a vacuum. */
async function copyDocuments(
  client: Client,
  founders: Founders,
  all: () => Generator<Stored>,
): Promise<void> {
  await client.query('select place_events(10000)');
  const { rows } = await client.query<{ seq: string }>('select seq from event_head');
  const passes = await passesOf(client, founders, Number(rows[0]?.seq));
  await client.query('begin');
  await client.query("set local session_replication_role = 'replica'");
  await client.query(`truncate ${FILLED.join()} cascade`);
  for (const pass of passes) {
    function* lines() {
      for (const one of all()) if (pass.has(one)) yield pass.lineOf(one);
    }
    const isEmpty = FILLED.some((table) => table === pass.table);
    await copyRows(client, pass, lines(), isEmpty ? 'with (freeze)' : '');
  }
  await client.query('commit');
  for (const table of ['event_head', 'event_readers'])
    await client.query(`update ${table} set seq = (select max(seq) from events)`);
  await client.query("select setval(pg_get_serial_sequence('ledger', 'id'), (select max(id) from ledger))");
}
