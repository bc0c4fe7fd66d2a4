import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { runningPostgresUrl } from '../../apps/service/src/platform/db/running-postgres.ts';
import { processorMs } from '../../interop/src/process-figures.ts';
import { countOf, type DatabaseCount } from '../database-count.ts';
import { databaseTime } from '../database-time.ts';
import { type AnswerTimes, answerTimesIn } from './answer-times.ts';
import { now } from './clock.ts';
import type { World } from './world.ts';

const EVERY_MS = 5_000;
const MB = 1_024;

/** What the service took at a moment. */
export interface Sample {
  at: number;
  serviceMb: number;
  databaseMb: number;
  /** Used so far. */
  serviceMs: number;
  databaseMs: number;
  /** Undefined where PostgreSQL gave no answer. */
  counted: DatabaseCount | undefined;
  /** Of the job queue; undefined where the operator's side gave no answer. */
  due: number | undefined;
  oldestSeconds: number | undefined;
  answerTimes: AnswerTimes;
}

/** Looks every five seconds until it is closed. */
export class Samples {
  readonly all: Sample[] = [];
  readonly #world: World;
  readonly #timer: NodeJS.Timeout;

  constructor(world: World) {
    this.#world = world;
    this.#timer = setInterval(() => void this.look(), EVERY_MS);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async look(): Promise<Sample> {
    const { service, dataDir } = this.#world;
    const metrics = await readMetrics(`${service.operator}/metrics`, service.operatorToken);
    const family = processes(service.pid);
    const isDatabase = databaseProcesses(dataDir);
    const own = family.filter((pid) => !isDatabase.includes(pid));
    const sum = (pids: readonly number[], of: (pid: number) => number): number =>
      pids.reduce((so, pid) => so + of(pid), 0);
    const serviceMb = await memoryOf(own, 'Rss');
    // What its processes share counts once.
    const databaseMb = await memoryOf(isDatabase, 'Pss');
    const sample: Sample = {
      at: now(),
      serviceMb,
      databaseMb,
      serviceMs: sum(own, (pid) => orNothing(() => processorMs(pid))),
      databaseMs: databaseTime(dataDir) ?? 0,
      counted: await countedAt(dataDir),
      due: metrics?.get('pappel_jobs_due'),
      oldestSeconds: metrics?.get('pappel_jobs_oldest_due_seconds'),
      answerTimes: answerTimesIn(metrics ?? new Map()),
    };
    this.all.push(sample);
    return sample;
  }
}

async function countedAt(dataDir: string): Promise<DatabaseCount | undefined> {
  const connectionString = await runningPostgresUrl(join(dataDir, 'postgres'));
  // Without an address it would be a server that the machine happens to have.
  if (!connectionString) return undefined;
  const client = new Client({ connectionString });
  try {
    await client.connect();
    return await countOf(client);
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function readMetrics(url: string, token: string): Promise<Map<string, number> | undefined> {
  try {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(EVERY_MS),
    });
    if (!answer.ok) return undefined;
    const lines = (await answer.text()).matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm);
    return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
  } catch {
    return undefined;
  }
}

/** A process may be gone by the time that it is looked at. */
function orNothing(look: () => number): number {
  try {
    return look();
  } catch {
    return 0;
  }
}

function parents(): Map<number, number> {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    all.map((pid) => [
      Number(pid),
      orNothing(() => {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      }),
    ]),
  );
}

/** A process and all that it has started. */
function processes(root: number, parentOf = parents()): number[] {
  const children = [...parentOf].filter(([, parent]) => parent === root).map(([pid]) => pid);
  return [root, ...children.flatMap((child) => processes(child, parentOf))];
}

function databaseProcesses(dataDir: string): number[] {
  const pid = orNothing(() =>
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]),
  );
  return pid === 0 ? [] : processes(pid);
}

/** The kernel takes milliseconds to add up a process: meanwhile arrivals come, and nobody waits for us. */
async function memoryOf(pids: readonly number[], what: 'Rss' | 'Pss'): Promise<number> {
  const line = new RegExp(`^${what}:\\s+(\\d+) kB`, 'm');
  let kb = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kb += Number(line.exec(text)?.[1] ?? 0);
  }
  return kb / MB;
}
