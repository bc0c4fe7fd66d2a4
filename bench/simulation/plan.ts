import type { JobName } from '../../apps/service/src/platform/jobs/catalog.ts';
import { randomFrom } from '../../scripts/seeded-random.ts';
import { DAY, HOUR, MINUTE, SECOND } from './simulated-time.ts';
import type { Weather } from './weather.ts';

/** What is sent: what arrives, what breaks a rule, and what nobody on the network takes. */
export type Sent = 'invoice' | 'wrong' | 'unknown';

export type Moment = { at: number } & (
  | { kind: 'submit'; what: Sent }
  /** The customer fetches and confirms what has come in, all of it or some. */
  | { kind: 'collect'; share: number }
  /** The process dies at the so manieth statement from then on. */
  | { kind: 'death'; statement: number; afterIt: boolean }
  | { kind: 'jump'; by: number }
  /** Stopped in good order, and started again later. */
  | { kind: 'off'; until: number }
  | { kind: 'renew' }
  /** All that is kept sealed is sealed with another key, while nothing runs. */
  | { kind: 'rotate' }
  | { kind: 'sign-in' }
  | { kind: 'export' }
);

export type Phase = { from: number; to: number } & (
  | { kind: 'as4' | 'smp' | 'revocation'; weather: Weather }
  | { kind: 'job'; job: JobName }
  | { kind: 'reader'; reader: string }
);

export interface Plan {
  start: number;
  end: number;
  moments: Moment[];
  phases: Phase[];
  /** Whether documents are archived before they are removed. */
  isArchived: boolean;
}

export interface PlanOptions {
  seed: number;
  months: number;
  /** How many documents a month are sent on average; what else happens is in proportion. */
  documents: number;
}

/** Documents a month, by which all else is told. */
const USUAL = 2;
const START_YEAR = 2027;
/** The authorities of the network live ten years. */
const MOST_MONTHS = 9 * 12;
/** Between the runs of a process. */
const MONTHS_BETWEEN = 2;
/** So many documents come together at a time, on average, and what else happens beside them. */
const DOCUMENTS_TOGETHER = 2;
const LONGEST_BUSY = 6 * HOUR;
const WEATHERS = ['refused', 'busy', 'silent', 'lost'] as const;
/** Jobs that fail by plan; those by the clock are tried for ever, the others end what they are about. */
const FAILING: readonly JobName[] = [
  'outbound.send',
  'outbound.send',
  'outbound.send-provider-message',
  'inbound.apply-mls',
  'inbound.mls',
  'reporting.send-due',
  'messages.remove-old',
  'archive.night',
  'messages.fold-counts',
  'messages.note-waiting',
  'events.turn-months',
  'outbound.sweep-payloads',
];
/** Those that may be far behind. */
const HELD = ['webhooks', 'notices', 'sftp-status', 'journal'];

/** Everything that happens from outside in one run, by its seed alone. */
export function planOf({ seed, months, documents }: PlanOptions): Plan {
  const start = startOf(seed, months);
  const busy = (months * documents) / DOCUMENTS_TOGETHER;
  const draw = new Draw(seed, { start, end: monthsAfter(start, months), busy });
  const phases = phasesOf(draw, (months * documents) / USUAL);
  const moments = momentsOf(draw, phases, { months, documents });
  const isArchived = draw.random() < 0.5;
  return { start: draw.start, end: draw.end, moments: inOrder(moments), phases, isArchived };
}

const inOrder = (moments: Moment[]): Moment[] => moments.sort((one, other) => one.at - other.at);

/** So many runs fit behind each other into the life of an authority. */
const runsOfBatch = (months: number): number =>
  Math.max(1, Math.floor(MOST_MONTHS / (months + MONTHS_BETWEEN)));

const placeOf = (seed: number, months: number): number => {
  const runs = runsOfBatch(months);
  return ((seed % runs) + runs) % runs;
};

/** Each begins behind the one before, as makers of ids remember the latest time they saw; by its seed alone. */
function startOf(seed: number, months: number): number {
  return Date.UTC(START_YEAR, placeOf(seed, months) * (months + MONTHS_BETWEEN), 1, 9);
}

/** Which seeds one process runs, one after the other. */
export function batchesOf(first: number, last: number, months: number): number[][] {
  const batches: number[][] = [];
  for (let seed = first; seed <= last; seed++) {
    const batch = batches.at(-1);
    if (batch && placeOf(seed, months) > 0) batch.push(seed);
    else batches.push([seed]);
  }
  return batches;
}

function monthsAfter(start: number, months: number): number {
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 20, 12);
}

class Draw {
  readonly start: number;
  readonly end: number;
  readonly random: () => number;
  /** When much comes together; between them all is quiet for weeks. */
  readonly #busy: number[];

  constructor(seed: number, { start, end, busy }: { start: number; end: number; busy: number }) {
    this.random = randomFrom(seed);
    this.start = start;
    this.end = end;
    this.#busy = this.many(busy, () => this.between(start + HOUR, end - 6 * DAY - LONGEST_BUSY));
  }

  between(least: number, most: number): number {
    return Math.round(least + this.random() * (most - least));
  }

  /** As many short as long ones. */
  lasting(least: number, most: number): number {
    return Math.round(least * (most / least) ** this.random());
  }

  moment(): number {
    return this.pick(this.#busy) + this.lasting(SECOND, LONGEST_BUSY);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.random() * values.length)] as Value;
  }

  many<Value>(times: number, make: () => Value): Value[] {
    return Array.from({ length: Math.max(1, Math.round(times)) }, make);
  }
}

function phasesOf(draw: Draw, share: number): Phase[] {
  const lasting = (least: number, most: number) => {
    const from = draw.moment();
    return { from, to: from + draw.lasting(least, most) };
  };
  const year = share / 12;
  return [
    ...draw.many(5 * year, () => ({
      ...lasting(2 * MINUTE, 3 * DAY),
      kind: 'as4' as const,
      weather: draw.pick(WEATHERS),
    })),
    ...draw.many(2 * year, () => ({
      ...lasting(MINUTE, DAY),
      kind: 'smp' as const,
      weather: draw.pick(['refused', 'busy'] as const),
    })),
    ...draw.many(2 * year, () => ({
      ...lasting(MINUTE, DAY),
      kind: 'revocation' as const,
      weather: 'refused' as const,
    })),
    ...draw.many(3 * year, () => ({
      ...lasting(MINUTE, 4 * DAY),
      kind: 'job' as const,
      job: draw.pick(FAILING),
    })),
    ...draw.many(year, () => ({
      ...lasting(DAY, 150 * DAY),
      kind: 'reader' as const,
      reader: draw.pick(HELD),
    })),
  ];
}

function momentsOf(draw: Draw, phases: readonly Phase[], size: Omit<PlanOptions, 'seed'>): Moment[] {
  const year = (size.months * size.documents) / USUAL / 12;
  const submits = draw.many(size.months * size.documents, () => submit(draw, phases));
  return [
    ...submits,
    ...draw.many(15 * year, () => ({ at: draw.moment(), kind: 'collect' as const, share: draw.random() })),
    ...draw.many(3 * year, () => death(draw, submits)),
    ...draw.many(2 * year, () => ({ at: draw.moment(), kind: 'jump' as const, by: jump(draw) })),
    ...draw.many(4 * year, () => off(draw)),
    ...draw.many(4 * year, () => ({ at: draw.moment(), kind: 'sign-in' as const })),
    ...draw.many(year, () => ({ at: draw.moment(), kind: 'export' as const })),
    ...draw.many(year, () => ({ at: draw.moment(), kind: 'rotate' as const })),
    ...renewals(draw),
  ];
}

/** Half of them while something is amiss. */
function submit(draw: Draw, phases: readonly Phase[]): Moment {
  const phase = draw.pick(phases);
  const isAmiss = draw.random() < 0.5 && phase.kind !== 'reader';
  const at = isAmiss ? draw.between(phase.from, phase.to) : draw.moment();
  const lot = draw.random();
  const what = lot < 0.8 ? 'invoice' : lot < 0.9 ? 'wrong' : 'unknown';
  return { at, kind: 'submit', what };
}

/** Half of them while a document is taken or sent. */
function death(draw: Draw, submits: readonly Moment[]): Moment {
  const at = draw.random() < 0.5 ? draw.pick(submits).at - 1 : draw.moment();
  return { at, kind: 'death', statement: draw.between(1, 25), afterIt: draw.random() < 0.5 };
}

function jump(draw: Draw): number {
  return draw.random() < 0.5 ? draw.between(HOUR, 9 * HOUR) : -draw.between(30 * SECOND, 20 * MINUTE);
}

function off(draw: Draw): Moment {
  const at = draw.moment();
  return { at, kind: 'off', until: at + draw.lasting(10 * MINUTE, 12 * DAY) };
}

/** Each well before the certificate ends, which is 400 days after the last. */
function renewals(draw: Draw): Moment[] {
  const found: Moment[] = [];
  let at = draw.start + draw.between(330 * DAY, 380 * DAY);
  for (; at < draw.end; at += draw.between(330 * DAY, 380 * DAY)) found.push({ at, kind: 'renew' });
  return found;
}
