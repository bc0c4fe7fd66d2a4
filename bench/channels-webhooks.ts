/**
 * Webhooks and the stream over loopback, in one run: deliveries a second against undici's bare rate of the same POSTs; from
 * the commit of an event to the first byte at the receiver, and at one who holds a stream open, at the events of 50
 * documents a second; and how that changes for the others while one endpoint of twenty hangs. The events are written as documents write them, without the documents.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Agent, request } from 'undici';
import { overAll } from '../apps/service/src/platform/db/roots.ts';
import { insertEvents } from '../apps/service/src/platform/events/record.ts';
import { type Service, startService } from '../apps/service/src/service.ts';
import { readConfig } from '../apps/service/src/settings/config.ts';
import { asId } from '../apps/service/tests/as-id.ts';
import { call } from '../scripts/demo-installation.ts';
import { freePortSettings } from '../scripts/free-ports.ts';
import { percentile } from './figures.ts';
import type { Arrival } from './loopback-receiver.ts';

const POSTS = Number(process.argv[2] ?? 6_000);
const ENDPOINTS = 10;
const SECONDS = 10;
/** 50 documents with four events each, as an account sees them that sends. */
const EVENTS_A_SECOND = 200;

const show = (name: string, value: string): void => console.log(`${name.padEnd(66)} ${value}`);
const now = (): number => performance.timeOrigin + performance.now();

class Receiver {
  readonly #process: ChildProcess;
  readonly port: number;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  static async start(): Promise<Receiver> {
    const process = fork(join(import.meta.dirname, 'loopback-receiver.ts'));
    const [port] = await once(process, 'message');
    return new Receiver(process, port as number);
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Holds a stream open from now on. */
  async follow(url: string, token: string): Promise<void> {
    const status = await this.#ask<number>({ url, token });
    if (status !== 200) throw new Error(`the stream answered ${status}`);
  }

  async #ask<Value>(what: string | { url: string; token: string }): Promise<Value> {
    this.#process.send(what);
    const [value] = await once(this.#process, 'message');
    return value as Value;
  }

  /** Everything that came, once it is as many, or no more comes. */
  async arrivals(count: number): Promise<Arrival[]> {
    for (let before = -1, still = 0; still < 50; await sleep(100)) {
      const there = await this.#ask<number>('count');
      if (there >= count) break;
      still = there === before ? still + 1 : 0;
      before = there;
    }
    return this.#ask('take');
  }

  close(): void {
    this.#process.disconnect();
  }
}

interface Bench {
  service: Service;
  receiver: Receiver;
  accountId: string;
  companyId: string;
  hook(path: string): Promise<string>;
  drop(id: string): Promise<void>;
  /** Holds a stream open until the end. */
  follow(): Promise<void>;
}

/** Commits events; answers when, by their ids. */
async function happen({ service, accountId, companyId }: Bench, count: number): Promise<Map<string, number>> {
  const event = () => {
    const messageId = randomUUID();
    return {
      accountId: asId<'Account'>(accountId),
      companyId: asId<'Company'>(companyId),
      messageId: asId<'Message'>(messageId),
      type: 'document.sending' as const,
      data: {
        messageId,
        direction: 'OUTBOUND' as const,
        status: 'SENDING',
        sender: '0007:5567321707',
        receiver: '0192:991825827',
        type: 'invoice',
      },
    };
  };
  const events = Array.from({ length: count }, event);
  await insertEvents(events).execute(overAll(service.base.db, 'job'));
  const at = now();
  return new Map(events.map(({ messageId }) => [messageId as string, at]));
}

/** Messages by the id of their event, which only the log knows. */
async function messagesByEvent({ service }: Bench): Promise<Map<string, string>> {
  const rows = await overAll(service.base.db, 'job')
    .selectFrom('events')
    .select(['id', 'message_id'])
    .execute();
  return new Map(rows.map(({ id, message_id: messageId }) => [id, messageId ?? '']));
}

const perSecond = (arrivals: Arrival[]): number => {
  const times = arrivals.map(([, , at]) => at);
  return (arrivals.length - 1) / ((Math.max(...times) - Math.min(...times)) / 1000);
};

async function throughput(bench: Bench): Promise<number> {
  const hooks = await Promise.all(Array.from({ length: ENDPOINTS }, (_, i) => bench.hook(`/ok/${i}`)));
  await happen(bench, 20);
  await bench.receiver.arrivals(20 * ENDPOINTS);
  await happen(bench, POSTS / ENDPOINTS);
  const arrivals = await bench.receiver.arrivals(POSTS);
  await Promise.all(hooks.map(bench.drop));
  if (arrivals.length < POSTS) throw new Error(`only ${arrivals.length} of ${POSTS} came`);
  return perSecond(arrivals);
}

async function bareRate({ receiver, accountId }: Bench): Promise<number> {
  const dispatcher = new Agent({ allowH2: false, pipelining: 1 });
  const body = JSON.stringify({ id: accountId, data: 'x'.repeat(420) });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': accountId,
    'webhook-timestamp': '1732183200',
    'webhook-signature': `v1,${'x'.repeat(44)}`,
  };
  let left = POSTS;
  await Promise.all(
    Array.from({ length: 20 * ENDPOINTS }, async () => {
      while (left-- > 0) {
        const answer = await request(receiver.url('/bare'), { method: 'POST', dispatcher, headers, body });
        await answer.body.dump();
      }
    }),
  );
  await dispatcher.destroy();
  return perSecond(await receiver.arrivals(POSTS));
}

/** Milliseconds from commit to first byte, of endpoints that answer and of the stream. */
async function latencies(bench: Bench, endpoints: number, eventsASecond: number) {
  const committed = new Map<string, number>();
  const started = performance.now();
  for (let i = 0; i < eventsASecond * SECONDS; i++) {
    await sleep(Math.max(0, started + (i * 1000) / eventsASecond - performance.now()));
    void happen(bench, 1).then((times) => {
      for (const [id, at] of times) committed.set(id, at);
    });
  }
  const arrivals = await bench.receiver.arrivals(eventsASecond * SECONDS * (endpoints + 1));
  const messages = await messagesByEvent(bench);
  const at = (prefix: string): number[] =>
    arrivals
      .filter(([path]) => path.startsWith(prefix))
      .flatMap(([, eventId, at]) => {
        const since = committed.get(messages.get(eventId) ?? '');
        return since === undefined ? [] : [at - since];
      });
  return { webhooks: at('/ok'), stream: at('/stream') };
}

const pair = (values: number[]): string =>
  `${percentile(values, 0.5).toFixed(0)} / ${percentile(values, 0.99).toFixed(0)} ms of ${values.length}`;

async function run(bench: Bench): Promise<void> {
  const bare = await bareRate(bench);
  const ours = await throughput(bench);
  show(`bare POSTs/s by undici, ${20 * ENDPOINTS} at a time`, bare.toFixed(0));
  show(`webhook deliveries/s to ${ENDPOINTS} endpoints`, ours.toFixed(0));
  show('as a share of the bare rate (aim 0.3)', (ours / bare).toFixed(2));
  await bench.follow();
  const one = await bench.hook('/ok/one');
  const alone = await latencies(bench, 1, EVENTS_A_SECOND);
  const aim = `at ${EVENTS_A_SECOND} events/s, p50 / p99 (aim 150 / 600)`;
  show(`commit to webhook ${aim}`, pair(alone.webhooks));
  show(`commit to stream ${aim}`, pair(alone.stream));
  await bench.drop(one);
  const hooks = await Promise.all(Array.from({ length: 19 }, (_, i) => bench.hook(`/ok/${i}`)));
  const twentieth = await bench.hook('/ok/19');
  const calm = await latencies(bench, 20, 10);
  await bench.drop(twentieth);
  hooks.push(await bench.hook('/hang'));
  const beside = await latencies(bench, 19, 10);
  show('20 endpoints, 10 events/s, p50 / p99', pair(calm.webhooks));
  show('19 endpoints beside one that hangs, p50 / p99', pair(beside.webhooks));
  show(
    'p99 beside it, times the p99 before (aim below 2)',
    (percentile(beside.webhooks, 0.99) / percentile(calm.webhooks, 0.99)).toFixed(2),
  );
  await Promise.all(hooks.map(bench.drop));
}

async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'pappel-bench-'));
  const ports = await freePortSettings();
  const config = readConfig({ ...ports, DATA_DIR: dir, NETWORK: 'local', RATE_LIMITS: 'off' });
  const service = await startService(config, pino({ level: 'silent' }));
  const receiver = await Receiver.start();
  const api = `http://127.0.0.1:${ports.PORT}/v1`;
  try {
    const { body } = await call<{ token: string; account: { id: string }; company: { id: string } }>(
      'POST',
      `${api}/auth/signup`,
      undefined,
      {
        account: { legalName: 'Bench AB', countryCode: 'SE' },
        owner: { email: 'owner@example.org', password: 'a long bench passphrase' },
      },
    );
    const { token, account, company } = body;
    await run({
      service,
      receiver,
      accountId: account.id,
      companyId: company.id,
      hook: async (path) => {
        const url = receiver.url(path);
        return (await call<{ id: string }>('POST', `${api}/webhooks`, token, { url })).body.id;
      },
      follow: () => receiver.follow(`${api}/stream`, token),
      drop: async (id) => void (await call('DELETE', `${api}/webhooks/${id}`, token)),
    });
  } finally {
    receiver.close();
    await service.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

await main();
