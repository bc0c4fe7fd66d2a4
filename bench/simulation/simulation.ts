import { randomFrom } from '../../scripts/seeded-random.ts';
import { Broken } from './broken.ts';
import { checkCounts } from './check-counts.ts';
import { DocumentChecks } from './check-documents.ts';
import {
  checkCertificates,
  checkEventLog,
  checkJobs,
  checkLedger,
  checkReports,
  checkSwept,
  checkToldOnce,
} from './check-house.ts';
import { Customer } from './customer.ts';
import { type Moment, type PlanOptions, planOf } from './plan.ts';
import { DAY, HOUR, seedRandom } from './simulated-time.ts';
import { latestOfEach, type Tick, Ticks } from './ticks.ts';
import { type AskedJob, World, type WorldOptions } from './world.ts';

export interface Told {
  seed: number;
  documents: number;
  jobs: number;
  steps: number;
  deaths: number;
  seconds: number;
  /** Seconds of it in this process; what PostgreSQL takes comes beside. */
  processor: number;
  /** What did not hold, with what led there; undefined where all did. */
  broken?: { what: string; at: string; trace: string[] };
}

/** What follows the last moment of the plan comes to its end within. */
const AFTERWARDS = 5 * DAY;
const LONGEST_BEGINNING = 2 * HOUR;
const CHECKED_ON = 16;
/** Reports are sent until then, so that in each month it is awake before. */
const REPORTED_UNTIL = 15;
const MOST_STANDS = 100;
/** What is due within is gone towards tick by tick. */
const NEAR = HOUR;
const LONGEST_STEP_MS = 300_000;

export interface SimulationOptions extends PlanOptions, Omit<WorldOptions, 'plan'> {
  /** Ticks of so many days in which nothing else is due are made up for at once, as by a machine that slept. */
  sleepDays: number;
}

/** One run by its seed. */
export async function simulate(options: SimulationOptions): Promise<Told> {
  const startedAt = performance.now();
  const used = process.cpuUsage();
  using _seeded = seedRandom(randomFrom(options.seed + 1_000_003));
  const world = await World.open({ ...options, plan: planOf(options) });
  const run = new Run(world, options.sleepDays * DAY);
  const told = () => ({
    seed: options.seed,
    ...run.figures(),
    seconds: (performance.now() - startedAt) / 1_000,
    processor: secondsOf(process.cpuUsage(used)),
  });
  try {
    await run.go();
    return told();
  } catch (error) {
    const what = error instanceof Broken ? error.message : String((error as Error).stack);
    const at = new Date(world.now).toISOString();
    return { ...told(), broken: { what, at, trace: world.trace } };
  } finally {
    await world.close();
  }
}

const secondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000_000;

/** As graphile-worker's own clock asks. */
const askedBy = ({ at, task, options }: Tick): AskedJob => ({
  task,
  at: new Date(at),
  payload: { _cron: { ts: new Date(at), backfilled: false } },
  key: options.jobKey,
  mode: options.jobKeyMode,
  tries: options.maxAttempts,
});

/** The end of the time for reports that comes next. */
function nextReport(moment: number): number {
  const date = new Date(moment);
  const inMonth = (later: number) =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, REPORTED_UNTIL);
  return inMonth(0) > moment ? inMonth(0) : inMonth(1);
}

/** By the real time; a step is a matter of seconds. */
async function inTime(step: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Broken('nothing moves any more')), LONGEST_STEP_MS);
  });
  await Promise.race([step, late]).finally(() => clearTimeout(timer));
}

class Run {
  readonly #world: World;
  readonly #customer: Customer;
  readonly #documents: DocumentChecks;
  readonly #moments: Moment[];
  readonly #ticks: Ticks;
  readonly #sleeps: number;
  #ticksUntil: number;
  #steps = 0;
  #stands = 0;
  #nextJob = Number.POSITIVE_INFINITY;
  #checkedDay = 0;
  #checkedSeldom = 0;
  #reportedIn = -1;
  #end: number;

  constructor(world: World, sleeps: number) {
    this.#world = world;
    this.#sleeps = sleeps;
    this.#customer = new Customer(world);
    this.#documents = new DocumentChecks(world, this.#customer);
    this.#moments = [...world.plan.moments];
    this.#ticks = new Ticks(world.life.clock);
    this.#ticksUntil = world.now;
    this.#end = world.plan.end;
  }

  figures() {
    const { jobs, deaths } = this.#world;
    return { documents: this.#customer.submitted.length, jobs, steps: this.#steps, deaths };
  }

  async go(): Promise<void> {
    await this.#customer.begin();
    await this.#untilActive();
    while (this.#world.now < this.#end || this.#moments.length > 0) await inTime(this.#step());
    await this.#check();
    await this.#checkSeldom();
    await checkLedger(this.#world, {
      DOCUMENT_SENT: this.#documents.count('OUTBOUND', 'AS4_ACCEPTED'),
      DOCUMENT_RECEIVED: this.#documents.count('INBOUND'),
    });
  }

  async #untilActive(): Promise<void> {
    const latest = this.#world.now + LONGEST_BEGINNING;
    for (;;) {
      await this.#doAll();
      const statuses = await this.#customer.addresses();
      if (statuses.every((status) => status === 'ACTIVE')) return;
      if (this.#nextJob > latest) throw new Broken(`addresses are ${statuses.join(', ')}`);
      await this.#world.setTime(this.#nextJob);
    }
  }

  /** To the next moment at which anything is due, and what is due then. */
  async #step(): Promise<void> {
    this.#steps++;
    const world = this.#world;
    const before = world.now;
    const planned = this.#moments[0]?.at ?? Number.POSITIVE_INFINITY;
    const others = Math.min(planned, this.#nextJob, Math.max(this.#end, world.now + HOUR));
    const { ticks, until } = this.#ticksBefore(others);
    if (until > before || ticks.length > 0) await world.setTime(Math.max(before, until), ticks.map(askedBy));
    this.#ticksUntil = Math.max(this.#ticksUntil, until);
    while ((this.#moments[0]?.at ?? Number.POSITIVE_INFINITY) <= world.now) {
      const moment = this.#moments.shift();
      if (moment) await this.#happen(moment);
    }
    await this.#doAll();
    this.#stands = until <= before ? this.#stands + 1 : 0;
    if (this.#stands > MOST_STANDS) throw new Broken('the same things are due again and again');
    const day = Math.floor(world.now / DAY);
    if (day <= this.#checkedDay) return;
    this.#checkedDay = day;
    await this.#check();
    if (day >= this.#checkedSeldom + 7) await this.#checkSeldom();

    await this.#checkReports();
  }

  /** The next ticks before that moment: one after the other where something else is near, else all while it sleeps. */
  #ticksBefore(others: number): { ticks: Tick[]; until: number } {
    const horizon = Math.min(others, this.#ticksUntil + this.#sleeps, nextReport(this.#ticksUntil));
    const isNear = others < this.#ticksUntil + NEAR;
    const ticks = this.#ticks.between(this.#ticksUntil, horizon, isNear);
    const [first] = ticks;
    const last = ticks.at(-1);
    if (!first || !last) return { ticks: [], until: horizon };
    if (isNear) return { ticks: ticks.filter(({ at }) => at === first.at), until: first.at };
    return { ticks: latestOfEach(ticks), until: last.at };
  }

  async #happen(moment: Moment): Promise<void> {
    const world = this.#world;
    world.say(JSON.stringify(moment));
    this.#end = Math.max(this.#end, world.now + AFTERWARDS);
    switch (moment.kind) {
      case 'submit':
        return this.#customer.submit(moment.what);
      case 'collect':
        return this.#customer.collect(moment.share);
      case 'sign-in':
        return this.#customer.signIn();
      case 'export':
        return this.#customer.export();
      case 'death':
        return world.life.mortal.dieAt(moment.statement, moment.afterIt);
      case 'jump':
        return world.setTime(world.now + moment.by);
      case 'renew':
        await this.#aliveFirst();
        await world.network.renew();
        return this.#rest(world.now);
      case 'rotate':
        await this.#aliveFirst();
        await world.rotateSecretKey();
        this.#ticksUntil = Math.max(this.#ticksUntil, world.now);
        return;
      case 'off':
        await this.#aliveFirst();
        return this.#rest(moment.until);
    }
  }

  /** While it was off, nobody asked for anything. */
  async #rest(until: number): Promise<void> {
    await this.#world.rest(until);
    this.#ticksUntil = Math.max(this.#ticksUntil, this.#world.now);
  }

  /** All that is due, through as many deaths as come. */
  async #doAll(): Promise<void> {
    for (;;) {
      await this.#aliveFirst();
      const { life } = this.#world;
      if ((await life.doDue()) === 'died') continue;
      const { news, nextJob } = await this.#world.look();
      this.#nextJob = nextJob;
      if (!news) return;
      if ((await life.readEvents()) === 'died') continue;
      this.#nextJob = (await this.#world.look()).nextJob;
      if (this.#nextJob > this.#world.now) return;
    }
  }

  async #aliveFirst(): Promise<void> {
    while (this.#world.life.mortal.isDead) {
      await this.#world.beReborn();
      this.#ticksUntil = Math.max(this.#ticksUntil, this.#world.now);
      await this.#customer.askAgain();
    }
  }

  /** Once a month, when their time is over. */
  async #checkReports(): Promise<void> {
    const today = new Date(this.#world.now);
    const month = today.getUTCMonth();
    if (today.getUTCDate() < CHECKED_ON || month === this.#reportedIn) return;
    this.#reportedIn = month;
    await checkReports(this.#world);
  }

  async #check(): Promise<void> {
    await this.#documents.check();
    await checkCounts(this.#world);
    await checkJobs(this.#world);
  }

  async #checkSeldom(): Promise<void> {
    this.#checkedSeldom = Math.floor(this.#world.now / DAY);
    this.#documents.strays();
    await checkEventLog(this.#world);
    await checkToldOnce(this.#world);
    await checkSwept(this.#world);
    checkCertificates(this.#world);
  }
}
