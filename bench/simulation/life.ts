import { runTaskListOnce, type Task, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { type Features, openFeatures } from '../../apps/service/src/features.ts';
import { type Foundation, openFoundation } from '../../apps/service/src/foundation.ts';
import { buildAs4Server, buildSmpServer } from '../../apps/service/src/network-server.ts';
import { enrol, type LastingReader, readOn } from '../../apps/service/src/platform/events/lasting-reader.ts';
import { isFull, sequenceEvents } from '../../apps/service/src/platform/events/sequence.ts';
import { Health } from '../../apps/service/src/platform/health.ts';
import type { HttpServer } from '../../apps/service/src/platform/http/http-server.ts';
import { isJobName, type JobName } from '../../apps/service/src/platform/jobs/catalog.ts';
import { SYSTEM_CLOCK } from '../../apps/service/src/platform/jobs/clock.ts';
import { Leases } from '../../apps/service/src/platform/jobs/leases.ts';
import { PatientPool } from '../../apps/service/src/platform/jobs/patient-pool.ts';
import {
  type JobHandlers,
  type JobOutcome,
  type WorkContext,
  work,
} from '../../apps/service/src/platform/jobs/work.ts';
import { createMetrics } from '../../apps/service/src/platform/metrics.ts';
import { ALONE } from '../../apps/service/src/platform/siblings.ts';
import { eventReaders } from '../../apps/service/src/readers.ts';
import { buildServer } from '../../apps/service/src/server.ts';
import { readConfig } from '../../apps/service/src/settings/config.ts';
import { clock, handlers } from '../../apps/service/src/worker.ts';
import { isLiving, Mortal } from './mortal.ts';
import type { SimulatedPayloads } from './simulated-payloads.ts';

export interface LifeOptions {
  settings: Record<string, string>;
  payloads: SimulatedPayloads;
  /** The same foundation, with the network as the simulation has it. */
  through(base: Foundation): Foundation;
  /** Whether this job fails by plan just now. */
  fails(job: JobName): boolean;
  /** Lasting readers that are kept from reading just now. */
  isHeld(reader: string): boolean;
  /** Of the simulation itself. */
  reader: LastingReader;
  onJob(job: JobName, outcome: JobOutcome): void;
}

const CONNECTIONS = 4;
const NEVER_SAID = 'the counters of documents were wrong, and are made anew';
/** What the service has mended by itself, and should not have had to, in this run. */
export const complaints: string[] = [];
const told = process.env['SIMULATION_LOG'];
const log = pino({
  level: told ?? 'error',
  hooks: {
    logMethod(given, method) {
      if (given.at(-1) === NEVER_SAID) complaints.push(JSON.stringify(given));
      if (told !== undefined) method.apply(this, given);
    },
  },
});

/**
 * One life of the service: all its rooms on the real database, without the loops that go by the real time. Jobs, ticks of
 * the clock and the event log are driven from outside.
 */
export class Life {
  readonly mortal: Mortal;
  readonly base: Foundation;
  readonly features: Features;
  readonly clock: ReturnType<typeof clock>;
  readonly #options: LifeOptions;
  readonly #queue: PatientPool;
  readonly #leases: Leases;
  readonly #tasks: TaskList;
  readonly #readers: Record<string, LastingReader>;
  readonly #servers: HttpServer[];
  readonly #opened: AsyncDisposableStack;
  #client: PoolClient | undefined;

  private constructor(options: LifeOptions, mortal: Mortal, opened: Opened) {
    const { base, features, servers } = opened;
    this.#options = options;
    this.mortal = mortal;
    this.base = base;
    this.features = features;
    this.#servers = servers;
    this.#opened = opened.stack;
    this.clock = clock(features);
    const { connection } = base.database;
    this.#queue = new PatientPool({ ...connection, max: CONNECTIONS }, SYSTEM_CLOCK, () => undefined);
    this.#queue.on('error', () => undefined);
    this.#queue.on('connect', (client) => client.on('error', () => undefined));
    this.#leases = new Leases(this.#queue, base.nodeId);
    this.#readers = { ...eventReaders(features), simulation: options.reader };
    this.#tasks = this.#taskList(handlers(base, features));
  }

  /** Begins, as the service does: what is due at a start is done here. */
  static async begin(options: LifeOptions): Promise<Life> {
    const mortal = new Mortal();
    isLiving(mortal);
    const life = new Life(options, mortal, await open(options, mortal));
    await life.#leases.endFormerLife();
    for (const name of Object.keys(life.#readers)) await enrol(life.base.db, name);
    await life.features.publication.start(new AbortController().signal);
    return life;
  }

  /** Frees what a process that died half a minute ago or longer has left locked, as the heart of each node does. */
  async beat(): Promise<void> {
    await this.#leases.beat();
  }

  /** Does all that is due, one after the other; `died` when that was its death. */
  async doDue(): Promise<'done' | 'died'> {
    this.#client ??= await this.#queue.connect();
    const pool = runTaskListOnce(this.#workerOptions, this.#tasks, this.#client);
    return Promise.race([pool.promise.then(() => 'done' as const), this.mortal.death]);
  }

  /** Gives events their places, and lets all readers read to the end. */
  async readEvents(): Promise<'done' | 'died'> {
    const { database, db } = this.base;
    const read = async (): Promise<'done'> => {
      while (isFull(await sequenceEvents(database.pool)));
      for (const [name, reader] of Object.entries(this.#readers))
        if (!this.#options.isHeld(name)) while (await readOn(db, name, reader));
      return 'done';
    };
    return Promise.race([read(), this.mortal.death]);
  }

  /** Ends as the service does when it is asked to. */
  async stop(): Promise<void> {
    for (const server of this.#servers) await server.close();
    this.#client?.release();
    await this.#queue.end();
    await this.#opened.disposeAsync();
    isLiving(undefined);
  }

  /** What is left in this process of one that died: its threads, ports and timers. */
  async bury(): Promise<void> {
    this.mortal.die();
    isLiving(undefined);
    for (const { server } of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    // Its connections are gone, so that it can say good-bye to nobody.
    void this.#opened.disposeAsync().catch(() => undefined);
  }

  #taskList(all: JobHandlers): TaskList {
    const { base } = this;
    const context: WorkContext = {
      db: base.db,
      queue: this.#queue,
      clock: SYSTEM_CLOCK,
      log: base.log,
      onOutcome: (job, outcome) => this.#options.onJob(job, outcome),
    };
    const task =
      <Name extends JobName>(name: Name): Task =>
      async (_payload, { job }) => {
        const handler = all[name];
        const fails = this.#options.fails(name);
        const run: typeof handler.run = fails
          ? () => Promise.reject(new Error('simulated fault'))
          : (payload) => handler.run(payload);
        await work(context, name, { ...handler, run }, job);
      };
    return Object.fromEntries(
      Object.keys(all)
        .filter(isJobName)
        .map((name) => [name, task(name)]),
    );
  }

  readonly #workerOptions = {
    noHandleSignals: true,
    preset: { worker: { useNodeTime: true } },
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error') log.error({ worker: message }, 'job queue');
    }),
  };
}

interface Opened {
  base: Foundation;
  features: Features;
  servers: HttpServer[];
  stack: AsyncDisposableStack;
}

async function open(options: LifeOptions, mortal: Mortal): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const config = readConfig(options.settings);
  const metrics = createMetrics();
  metrics.registry.clear();
  const foundation = await openFoundation(config, {
    log,
    health: new Health([], log),
    metrics,
    siblings: ALONE,
    prepared: undefined,
    signal: new AbortController().signal,
  });
  opened.defer(() => foundation.close());
  const base = options.through({ ...foundation, payloads: options.payloads.of(mortal) });
  const features = openFeatures(base, opened);
  const api = await buildServer(base, features);
  const servers = [api, await buildSmpServer(base, features), await buildAs4Server(base, features)];
  const ports = [config.port, config.smpPort, config.as4Port];
  for (const [index, server] of servers.entries())
    await server.listen({ host: config.host, port: ports[index] ?? 0 });
  return { base, features, servers, stack: opened.move() };
}
