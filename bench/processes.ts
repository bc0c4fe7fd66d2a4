/**
 * `npm run bench:processes -- [documents] [processes, by commas]`: documents/s end to end of an installation that sends to
 * itself, by how many processes share its work, and how much of a core each of them used. The clients are this process. On a
 * machine whose cores PostgreSQL, clients and the other side of each document use too, it shows what more processes cost, not
 * what they bring.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from 'pg';
import { runningPostgresUrl } from '../apps/service/src/platform/db/running-postgres.ts';
import { call, ROOT, start, until } from '../scripts/demo-installation.ts';
import { freePorts } from '../scripts/free-ports.ts';
import { databaseTime } from './database-time.ts';
import { openSenderAndReceiver, RECEIVER, SENDER } from './sender-and-receiver.ts';

const DOCUMENTS = Number(process.argv[2] ?? 500);
const COUNTS = (process.argv[3] ?? `1,2,${availableParallelism()}`).split(',').map(Number);
const WARM_UP = 200;
const AT_ONCE = 16;
const payload = readFileSync(join(ROOT, 'packages/validation/tests/fixtures/invoice.xml'), 'utf8');

/** Milliseconds of processor time of each process of the node, the one that started the others first. */
function nodeTimes(parent: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const times = all.flatMap((pid): [number, number][] => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      const [, ppid, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isOurs = Number(pid) === parent || (Number(ppid) === parent && !name.startsWith('postgres'));
      // User and system, in hundredths of a second.
      return isOurs ? [[Number(pid), (Number(fields[9]) + Number(fields[10])) * 10]] : [];
    } catch {
      return [];
    }
  });
  const isParent = ([pid]: [number, number]): number => Number(pid === parent);
  return times.sort((one, other) => isParent(other) - isParent(one) || one[0] - other[0]).map(([, ms]) => ms);
}

async function send(api: string, key: string, documents: number): Promise<void> {
  let sent = 0;
  const body = { sender: SENDER, receiver: RECEIVER, type: 'invoice', payload };
  const sender = async (): Promise<void> => {
    while (sent++ < documents) await call('POST', `${api}/v1/messages`, key, body);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

async function measure(processes: number): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pappel-processes-'));
  const ports = await freePorts(4);
  const limits = { RATE_LIMITS: 'off', PROCESSES: String(processes) };
  const node = await start(`${processes} processes`, dataDir, ports, limits);
  const client = new Client({ connectionString: await runningPostgresUrl(join(dataDir, 'postgres')) });
  try {
    await client.connect();
    const arrived = async (): Promise<number> => {
      const { rows } = await client.query<{ done: number }>(
        "select count(*)::int as done from messages where status = 'AS4_ACCEPTED'",
      );
      return rows[0]?.done ?? 0;
    };
    const key = await openSenderAndReceiver(node.api, node.operatorToken, String(ports[1]));
    const warmUp = WARM_UP * processes;
    await send(node.api, key, warmUp);
    await until(arrived, (done) => done >= warmUp);
    const before = nodeTimes(node.pid);
    const databaseBefore = databaseTime(dataDir) ?? 0;
    const startedAt = performance.now();
    await send(node.api, key, DOCUMENTS);
    await until(arrived, (done) => done >= warmUp + DOCUMENTS);
    const ms = performance.now() - startedAt;
    const shares = nodeTimes(node.pid).map((time, index) => (time - (before[index] ?? 0)) / ms);
    const database = ((databaseTime(dataDir) ?? 0) - databaseBefore) / ms;
    const cores = [...shares, database].map((share) => share.toFixed(2));
    const cost = ((shares.reduce((sum, share) => sum + share, 0) + database) * ms) / DOCUMENTS;
    const rate = ((DOCUMENTS * 1_000) / ms).toFixed(1);
    return `${String(processes).padStart(9)}  ${rate.padStart(11)}  ${cost.toFixed(1).padStart(12)}  ${cores.join(' ')}`;
  } finally {
    await client.end();
    await node.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

console.log(`${DOCUMENTS} documents of ${payload.length} bytes, ${availableParallelism()} cores`);
console.log(
  'processes  documents/s  ms of a core  cores used: each process (the first one starts the others), PostgreSQL',
);
for (const count of new Set(COUNTS)) console.log(await measure(count));
