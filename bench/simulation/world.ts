import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { Foundation } from '../../apps/service/src/foundation.ts';
import { overAll } from '../../apps/service/src/platform/db/roots.ts';
import type { LastingReader } from '../../apps/service/src/platform/events/lasting-reader.ts';
import type { JobName } from '../../apps/service/src/platform/jobs/catalog.ts';
import type { JobOutcome } from '../../apps/service/src/platform/jobs/work.ts';
import { rotateSecretKey } from '../../apps/service/src/rotation/rotate-secret-key.ts';
import { readConfig } from '../../apps/service/src/settings/config.ts';
import { freePortSettings } from '../../scripts/free-ports.ts';
import { Broken } from './broken.ts';
import { complaints, Life } from './life.ts';
import { isLiving } from './mortal.ts';
import type { Phase, Plan } from './plan.ts';
import { copyOf, dropDatabase } from './simulated-database.ts';
import { openSimulatedNetwork, type SimulatedNetwork } from './simulated-network.ts';
import { SimulatedPayloads } from './simulated-payloads.ts';
import { momentText, SECOND, SimulatedTime } from './simulated-time.ts';
import { BadPlaces, REAL_PATIENCE_MS, ThroughWeather, type Weather } from './weather.ts';

export const RETENTION_DAYS = 45;
export const EVENTS_DAYS = 60;
/** Who sends, and who receives: also the reports. */
export const SENDER = '0007:5567321707';
export const RECEIVER = '0192:991825827';

export interface WorldOptions {
  plan: Plan;
  serverUrl: string;
  template: string;
  authority: string | undefined;
}

/** As the clock of graphile-worker asks for it. */
export interface AskedJob {
  task: string;
  at: Date;
  payload: object;
  key: string | undefined;
  mode: string | undefined;
  tries: number | undefined;
}

/** How long a process is gone before the next one does its work: longer than others wait for a sign of life. */
const REBORN_AFTER = 40 * SECOND;
const TRACE_KEPT = 80;

/** All that outlives the process: time, database, payloads and network; and the process that lives just now. */
export class World {
  readonly plan: Plan;
  readonly time: SimulatedTime;
  readonly payloads = new SimulatedPayloads();
  readonly trace: string[] = [];
  /** Where documents are archived before they are removed, in half of all runs. */
  readonly archiveDir: string | undefined;
  /** When each job last came to its end as it should. */
  readonly lastDone = new Map<JobName, number>();
  /** When work by the clock was not done, as nothing ran. */
  readonly offTimes: { from: number; to: number }[] = [];
  network!: SimulatedNetwork;
  life!: Life;
  jobs = 0;
  deaths = 0;
  readonly #options: WorldOptions;
  readonly #places: BadPlaces;
  readonly #admin: pg.Client;
  readonly #databaseUrl: string;
  readonly #dir: string;
  #settings: Record<string, string> = {};
  #told = 0;

  private constructor(options: WorldOptions, databaseUrl: string, dir: string) {
    this.#options = options;
    this.plan = options.plan;
    this.#databaseUrl = databaseUrl;
    this.#dir = dir;
    this.archiveDir = options.plan.isArchived ? join(dir, 'archives') : undefined;
    complaints.length = 0;
    this.time = new SimulatedTime(options.plan.start);
    this.#places = new BadPlaces(this.time);
    this.#admin = new pg.Client({ connectionString: databaseUrl });
  }

  static async open(options: WorldOptions): Promise<World> {
    isLiving(undefined);
    const databaseUrl = await copyOf(options.serverUrl, options.template);
    const dir = await mkdtemp(join(tmpdir(), 'pappel-simulation-'));
    const world = new World(options, databaseUrl, dir);
    await world.#begin();
    return world;
  }

  get now(): number {
    return this.time.now;
  }

  say(what: string): void {
    this.trace.push(`${momentText(this.now)}  ${what}`);
    if (this.trace.length > TRACE_KEPT) this.trace.shift();
  }

  /** As nobody's process: asked of a dead one too. */
  async ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#admin.query<Row>(text, values)).rows;
  }

  /** The database and this process together; `asked` is what the clock asks for then. */
  async setTime(moment: number, asked: readonly AskedJob[] = []): Promise<void> {
    this.time.set(moment);
    this.#told = moment;
    await this.#admin.query('select public.simulated_turn($1, $2)', [
      new Date(moment),
      JSON.stringify(asked),
    ]);
  }

  /** When the next job is due, and whether there are events to be read. Waiting for the silent may have moved time. */
  async look(): Promise<{ nextJob: number; news: boolean }> {
    if (this.#told !== this.now) await this.setTime(this.now);
    const held = this.plan.phases.flatMap((one) =>
      one.kind === 'reader' && this.#is(one) ? [one.reader] : [],
    );
    const [row] = await this.ask<{ next_job: Date | null; news: boolean }>(
      'select * from simulated_look($1)',
      [held],
    );
    return { nextJob: row?.next_job?.getTime() ?? Number.POSITIVE_INFINITY, news: row?.news === true };
  }

  /** The process that died is followed by another. */
  async beReborn(): Promise<void> {
    this.deaths++;
    this.say('the process is dead; another one begins');
    await this.life.bury();
    await this.#untilForgotten();
    const from = this.now;
    await this.setTime(from + REBORN_AFTER);
    this.offTimes.push({ from, to: this.now });
    await this.#live();
    await this.life.beat();
  }

  /** Stopped in good order, and started again then. */
  async rest(until: number): Promise<void> {
    const from = this.now;
    await this.life.stop();
    await this.setTime(Math.max(from, until));
    this.offTimes.push({ from, to: this.now });
    await this.#live();
  }

  /** Stopped in good order, and started again when the key is another. */
  async rotateSecretKey(): Promise<void> {
    const from = this.now;
    await this.life.stop();
    await this.setTime(from + REBORN_AFTER);
    const rotated = await rotateSecretKey(readConfig(this.#settingsNow()), undefined);
    if ('problem' in rotated) throw new Broken(`the secret key was not exchanged: ${rotated.problem}`);
    this.say(`sealed anew: ${JSON.stringify(rotated.sealed)}`);
    this.offTimes.push({ from, to: this.now });
    await this.#live();
  }

  #settingsNow(): Record<string, string> {
    return { ...this.#settings, ...this.network.settings };
  }

  async close(): Promise<void> {
    await this.life?.stop().catch(() => undefined);
    await this.network?.close();
    this.#places.close();
    await this.#admin.end();
    this.time[Symbol.dispose]();
    await dropDatabase(this.#options.serverUrl, this.#databaseUrl);
    await rm(this.#dir, { recursive: true, force: true });
  }

  async #begin(): Promise<void> {
    await this.#admin.connect();
    await this.setTime(this.now);
    await this.#places.open();
    this.network = await openSimulatedNetwork({
      dir: this.#dir,
      authority: this.#options.authority,
      weather: () => this.#weather('revocation'),
    });
    this.#settings = {
      ...(await freePortSettings()),
      ...{ DATABASE_URL: this.#databaseUrl, RATE_LIMITS: 'off', SANDBOX: 'false', AUTO_APPROVE: 'true' },
      ...(this.archiveDir !== undefined && { ARCHIVE_DIR: this.archiveDir }),
      ...{ RETENTION_DAYS: String(RETENTION_DAYS), EVENTS_DAYS: String(EVENTS_DAYS) },
      ...{
        SEND_REPORTS: 'true',
        REPORT_RECEIVER: RECEIVER,
        MLS_TYPE: 'ALWAYS_SEND',
        MLS_WAIT_SECONDS: '600',
      },
    };
    await this.#live();
  }

  async #live(): Promise<void> {
    this.life = await Life.begin({
      settings: this.#settingsNow(),
      payloads: this.payloads,
      through: (base) => this.#through(base),
      fails: (job) =>
        this.plan.phases.some((phase) => phase.kind === 'job' && phase.job === job && this.#is(phase)),
      isHeld: (name) =>
        this.plan.phases.some((phase) => phase.kind === 'reader' && phase.reader === name && this.#is(phase)),
      reader: READER,
      onJob: (job, outcome) => this.#noteJob(job, outcome),
    });
  }

  #is({ from, to }: Phase): boolean {
    return from <= this.now && this.now < to;
  }

  #weather(kind: 'as4' | 'smp' | 'revocation'): Weather {
    for (const phase of this.plan.phases)
      if ('weather' in phase && phase.kind === kind && this.#is(phase)) return phase.weather;
    return 'fine';
  }

  #noteJob(job: JobName, outcome: JobOutcome): void {
    this.jobs++;
    if (outcome === 'done' || outcome === 'ended') this.lastDone.set(job, this.now);
    if (outcome !== 'done' || job.includes('send')) this.say(`${job}: ${outcome}`);
  }

  #through(base: Foundation): Foundation {
    const { trust } = this.network;
    const weather = (kind: 'as4' | 'smp') => () => this.#weather(kind);
    const over = (kind: 'as4' | 'smp') =>
      new ThroughWeather(base.as4Send.dispatcher, this.#places, weather(kind));
    const isSilent = () => this.#weather('as4') === 'silent';
    return {
      ...base,
      identity: { ...base.identity, trust },
      smp: { ...base.smp, trust, dispatcher: over('smp') },
      as4Receive: { ...base.as4Receive, trust },
      as4Send: {
        ...base.as4Send,
        trust,
        dispatcher: over('as4'),
        get responseTimeout() {
          return isSilent() ? REAL_PATIENCE_MS : 20_000;
        },
      },
    };
  }

  /** Until the database has noticed that a process is gone, and taken back what it had not committed. */
  async #untilForgotten(): Promise<void> {
    for (;;) {
      // One that was just being made when the process died has asked nothing yet, and would stay.
      const [row] = await this.ask<{ left: number }>(
        `select count(*)::int as left, count(pg_terminate_backend(pid)) filter (where state = 'idle')
         from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      if (row?.left === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

/** Writes down what it is given, in the transaction of its place: whatever dies, each event stands there once. */
const READER: LastingReader = {
  onEvents: async (tx, events) => {
    const told = JSON.stringify(events.map(({ seq, type, messageId }) => ({ seq, type, messageId })));
    await sql`insert into simulated_readings
      select seq, type, "messageId" from json_to_recordset(${told}::json) as told(seq bigint, type text, "messageId" uuid)`.execute(
      overAll(tx, 'job'),
    );
  },
};
