import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { logBounds } from '../src/platform/events/log-event.ts';
import { turnMonths } from '../src/platform/events/partitions.ts';
import type { FromNode, NodeTask, Read } from './event-log-node.ts';

export interface StressOptions {
  databaseUrl: string;
  seconds: number;
  writers: number;
  longestTransactionMs: number;
}

export interface ReaderReport {
  name: string;
  read: number;
  missed: number;
  doubled: number;
  /** Events of one message in another order than they happened. */
  inverted: number;
}

export interface StressReport {
  /** Events whose transaction was committed. */
  committed: number;
  inTheLog: number;
  killed: number;
  readers: ReaderReport[];
}

interface Reader {
  name: string;
  events: Read[];
}

/**
 * Writers on three nodes, one of which is killed in between and started again; two readers on each of the other two; and a
 * lasting reader that all of them share. What was committed is counted by the rows that the events are about.
 */
export async function stressEventLog(options: StressOptions): Promise<StressReport> {
  const { db, pool, close } = openDatabase(options.databaseUrl, { onError: () => undefined });
  await migrate(pool);
  await turnMonths({ pool, log: pino({ level: 'silent' }), eventsDays: 90 });
  await pool.query('create table stressed (message_id uuid primary key, turn integer not null default 0)');
  await pool.query(
    'create table stress_made (turn bigint generated always as identity, seq bigint not null)',
  );
  const messages = Array.from({ length: options.writers * 2 }, () => randomUUID());
  await pool.query('insert into stressed select unnest($1::uuid[])', [messages]);
  const readers: Reader[] = [];
  const task = { ...options, accountId: randomUUID(), messages };
  const third = options.writers / 3;
  const nodes = [0, 1].map(() => startNode({ ...task, writers: third, readers: 2 }, readers));
  let killed = 0;
  let victim = startNode({ ...task, writers: third, readers: 0 }, readers);
  // However long they take to start: the time is that of the writers.
  await Promise.all([...nodes, victim].map((node) => once(node, 'message')));
  const until = Date.now() + options.seconds * 1000;
  while (Date.now() < until) {
    await sleep(Math.min(1_500 + Math.random() * 1_000, until - Date.now()));
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    killed++;
    victim = startNode({ ...task, writers: third, readers: 0 }, readers);
    await once(victim, 'message');
  }
  await Promise.all([...nodes, victim].map(stopWriting));
  const { rows } = await pool.query<{ committed: number }>(
    'select sum(turn)::int as committed from stressed',
  );
  const committed = rows[0]?.committed ?? 0;
  await allHaveRead(committed, readers, async () => (await countOf('stress_made')) >= committed);
  await Promise.all([...nodes, victim].map(end));
  const inTheLog = (await logBounds(db)).head;
  const { rows: made } = await pool.query<{ seq: string }>('select seq from stress_made order by turn');
  const inOrder = new Map(readers[0]?.events.map((event) => [event[0], event]));
  readers.push({
    name: 'lasting reader of all nodes',
    events: made.map(({ seq }) => inOrder.get(Number(seq)) ?? [Number(seq), '', 0]),
  });
  await close();
  return { committed, inTheLog, killed, readers: readers.map((reader) => reportOn(reader, committed)) };

  async function countOf(table: string): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    return rows[0]?.count ?? 0;
  }
}

function startNode(task: NodeTask & StressOptions, readers: Reader[]): ChildProcess {
  const node = fork(join(import.meta.dirname, 'event-log-node.ts'), [JSON.stringify(task)]);
  const own = Array.from({ length: task.readers }, (_, i) => ({
    name: `node ${readers.length < 2 ? 1 : 2}, ${i % 2 === 1 ? 'by cursor' : 'live'}`,
    events: [] as Read[],
  }));
  readers.push(...own);
  node.on('message', (said: FromNode) => {
    if (said.kind === 'read') own[said.reader]?.events.push(...said.events);
  });
  return node;
}

async function stopWriting(node: ChildProcess): Promise<void> {
  node.send('stop writing');
  await new Promise<void>((resolve) => {
    node.on('message', (said) => {
      if (said === 'stopped writing') resolve();
    });
  });
}

async function end(node: ChildProcess): Promise<void> {
  node.send('end');
  await once(node, 'exit');
}

/** Until everybody has got as far as there is something to read, or a while has passed. */
async function allHaveRead(count: number, readers: Reader[], others: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    if (readers.every(({ events }) => events.length >= count) && (await others())) return;
    await sleep(50);
  }
}

function reportOn({ name, events }: Reader, committed: number): ReaderReport {
  const seen = new Set<number>();
  const turns = new Map<string, number>();
  let [doubled, inverted] = [0, 0];
  for (const [seq, messageId, turn] of events) {
    if (seen.has(seq)) doubled++;
    seen.add(seq);
    if (turn !== (turns.get(messageId) ?? 0) + 1) inverted++;
    turns.set(messageId, turn);
  }
  return { name, read: events.length, missed: committed - seen.size, doubled, inverted };
}
