/**
 * `npm run simulate -- --seed 1 --months 24 --runs 20`: the service through months in seconds, again and again with other
 * seeds; prints one line a run. At the first thing that does not hold it prints the seed and what led there, and ends with
 * status 1: the same seed leads there again. `--documents` is how many are sent a month, `--at-once` how many runs go on
 * beside each other.
 *
 * The rooms of the service, their jobs, their SQL and the database are the real ones, and so are sockets, AS4, SMP, OCSP and
 * DNS of a local network. Simulated is time: `Date` of the process, and `now()` and `clock_timestamp()` of the database,
 * also within graphile-worker's functions. By a plan that the seed decides documents are sent and collected, receivers, SMP
 * and OCSP fail, jobs throw, readers of the event log stay behind, the process dies between two statements or is switched
 * off for days, the clock jumps, the access point's key is renewed.
 *
 * What is not under the simulated time, and so not shown here:
 * - the loops that wait by the real time: graphile-worker's polling and timers of its clock (its fetching, adding and
 *   striking off are real; its ticks are made here, as it makes them without backfill), leases and their heartbeat, the loop
 *   of the event log, deliveries to webhooks and their retries, the writer of exports, streams, SFTP, rate limits;
 * - documents that are done at once by who took them (hands): here each goes through the queue;
 * - one job runs at a time, on one node: what comes of two at once, other tests show;
 * - TLS and its certificates (OpenSSL asks the machine), and the threads that validate and open envelopes;
 * - what is asked for every hour or minute comes every sixth hour where nothing else is near, and quiet days are made up for
 *   at once, as by a machine that slept: `--sleep-days`, of which more make a run shorter.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/service/src/platform/db/embedded-postgres.ts';
import { openLocalPki } from '../../localnet/src/local-pki.ts';
import { readNumber } from '../read-number.ts';
import { batchesOf } from './plan.ts';
import { makeTemplate } from './simulated-database.ts';
import type { Told } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    months: { type: 'string', default: '24' },
    runs: { type: 'string', default: '1' },
    documents: { type: 'string', default: '2' },
    'sleep-days': { type: 'string', default: '3' },
    'at-once': { type: 'string', default: '1' },
    'go-on': { type: 'boolean', default: false },
  },
});
const USAGE =
  'npm run simulate -- [--seed 1] [--months 24] [--runs 1] [--documents 2] [--sleep-days 3] [--at-once 1] [--go-on]';
const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;
const first = readNumber(values.seed, Number.isInteger, USAGE);
const months = readNumber(values.months, isCount, USAGE);
const documents = readNumber(values.documents, (value) => value > 0, USAGE);
const sleepDays = readNumber(values['sleep-days'], (value) => value > 0, USAGE);
const atOnce = readNumber(values['at-once'], isCount, USAGE);
const last = first + readNumber(values.runs, isCount, USAGE) - 1;
const waiting = batchesOf(first, last, months);

const dir = mkdtempSync(join(tmpdir(), 'pappel-simulate-'));
const authority = join(dir, 'authority');
const postgres = await startEmbeddedPostgres(join(dir, 'postgres'), () => undefined);
const startedAt = performance.now();
let wentWell = 0;
let broken = false;
try {
  await hurry(postgres.url);
  const template = await makeTemplate(postgres.nearUrl);
  await openLocalPki(authority);
  const work = async (): Promise<void> => {
    for (let seeds = waiting.shift(); seeds && goesOn(); seeds = waiting.shift()) await run(seeds, template);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${wentWell} runs of ${months} months went well, in ${seconds} s`);
} finally {
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exitCode = broken ? 1 : 0;

function goesOn(): boolean {
  return !broken || values['go-on'];
}

/** Nothing here outlives the run: no disk is waited for, and nothing vacuumed. */
async function hurry(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync = off', 'full_page_writes = off', "autovacuum_naptime = '1h'"])
    await client.query(`alter system set ${setting}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** Some runs in one process; those that one which broke has left over, in another. */
async function run(seeds: number[], template: string): Promise<void> {
  const options = { seeds, months, documents, sleepDays, serverUrl: postgres.nearUrl, template, authority };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'some-runs.ts'), JSON.stringify(options)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(dir, 'compiled') },
    },
  );
  const left = new Set(seeds);
  for await (const line of createInterface(child.stdout)) {
    const told = JSON.parse(line) as Told;
    left.delete(told.seed);
    print(told);
  }
  if (left.size === seeds.length) throw new Error(`nothing is told of seed ${seeds[0]}`);
  if (left.size > 0 && goesOn()) await run([...left], template);
}

function print({ seed, documents: sent, jobs, steps, deaths, seconds, processor, broken: what }: Told): void {
  const took = `${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time`;
  const figures = `${sent} documents, ${jobs} jobs, ${steps} steps, ${deaths} deaths, ${took}`;
  console.log(`seed ${seed}: ${what ? 'BROKEN' : 'well'} (${figures})`);
  if (!what) {
    wentWell++;
    return;
  }
  broken = true;
  console.log([...what.trace, `${what.at}  BROKEN: ${what.what}`].map((line) => `  ${line}`).join('\n'));
}
