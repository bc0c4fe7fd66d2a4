/**
 * The service of `bench/cost.ts`, in a process of its own, which counts what it does between `begin` and `end`: processor
 * time, statements, and with `PROFILE` where its time goes.
 */
import { Session } from 'node:inspector/promises';
import { Client } from 'pg';
import { destination, pino } from 'pino';
import { startService } from '../apps/service/src/service.ts';
import { readConfig } from '../apps/service/src/settings/config.ts';

export interface ServiceCost {
  userMs: number;
  systemMs: number;
  /** How often each statement was run. */
  statements: [statement: string, times: number][];
  profile: unknown;
  memory: NodeJS.MemoryUsage;
}

export interface ServiceReady {
  operatorToken: string;
  nearUrl: string;
}

const statements = new Map<string, number>();
Client.prototype.query = new Proxy(Client.prototype.query, {
  apply: (query, client, given: [string | { text?: string }]) => {
    const [first] = given;
    const text = typeof first === 'string' ? first : (first.text ?? 'other');
    statements.set(text, (statements.get(text) ?? 0) + 1);
    return Reflect.apply(query, client, given);
  },
});

const inspector = new Session();
inspector.connect();
const isProfiled = process.env['PROFILE'] !== undefined;
let cpu = process.cpuUsage();

async function begin(): Promise<void> {
  statements.clear();
  if (isProfiled) {
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.setSamplingInterval', { interval: 500 });
    await inspector.post('Profiler.start');
  }
  cpu = process.cpuUsage();
}

async function end(): Promise<ServiceCost> {
  const { user, system } = process.cpuUsage(cpu);
  const taken = isProfiled ? await inspector.post('Profiler.stop') : undefined;
  return {
    userMs: user / 1_000,
    systemMs: system / 1_000,
    statements: [...statements],
    profile: taken?.profile,
    memory: process.memoryUsage(),
  };
}

const log = pino({ level: 'info' }, destination({ dest: '/dev/null', sync: true }));
const service = await startService(readConfig(process.env), log);
const { operatorToken, database } = service.base;
async function stop(): Promise<void> {
  await service.stop();
  process.exit(0);
}

// Whoever measures may be ended before us.
process.once('disconnect', stop);
process.on('message', async (asked) => {
  if (asked === 'begin') {
    await begin();
    process.send?.('begun');
  }
  if (asked === 'end') process.send?.(await end());
  if (asked === 'stop') {
    process.off('disconnect', stop);
    await stop();
  }
});
process.send?.({
  operatorToken,
  nearUrl: database.connection.connectionString,
} satisfies Partial<ServiceReady>);
