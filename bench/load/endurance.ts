import type { DatabaseCount } from '../database-count.ts';
import { slope } from '../figures.ts';
import { answeredWithinMs } from './answer-times.ts';
import { SIZES } from './documents.ts';
import { byRank, type Drive, evenly, type Phase, WARM_UP_SECONDS } from './drive.ts';
import type { FarTold } from './far-network.ts';
import {
  acceptMs,
  counted,
  endToEndMs,
  isDuring,
  isUploaded,
  listed,
  pair,
  type Row,
  refusals,
  round,
} from './figures.ts';
import type { LoadOptions } from './options.ts';
import { MANNERS } from './population.ts';
import type { Sample } from './samples.ts';
import type { Outbound, Tally } from './tally.ts';
import type { World } from './world.ts';

/** The same rate from everybody to everybody, for as long as is asked for. */
export async function endure(
  drive: Drive,
  { customers, receivers }: World,
  { rate, minutes, inboundShare }: LoadOptions,
): Promise<Phase[]> {
  const stream = {
    perSecond: rate * (1 - inboundShare),
    customers: byRank(customers),
    receivers: evenly(receivers),
  };
  const inbound = rate * inboundShare;
  const warmUp = await drive.during('warm-up', WARM_UP_SECONDS, [stream], inbound);
  return [warmUp, await drive.during('measured', minutes * 60, [stream], inbound)];
}

/** What a document takes of RSA in the service: out a signature, in a key that is opened and a signature. */
const RSA = { out: 1, in: 2 };

export interface Seen {
  tally: Tally;
  told: FarTold;
  samples: readonly Sample[];
  /** Private operations a second of this machine. */
  rsa: number;
}

export function enduranceRows({ tally, told, samples, rsa }: Seen, phase: Phase): Row[] {
  const out = [...tally.outbound.values()].filter(isDuring(phase));
  const accepted = out.filter(tally.isAccepted);
  const inbound = told.sent.filter(isDuring(phase));
  const receipts = inbound.filter(({ problem }) => problem === undefined);
  const problems = counted(inbound.flatMap(({ problem }) => problem ?? []));
  const perSecond = (count: number): string => round(count / ((phase.to - phase.from) / 1_000), 1);
  const within = (at: number | undefined): boolean => at !== undefined && at >= phase.from && at < phase.to;
  const delivered = [...tally.outbound.values()].filter(({ toldAt }) => within(toldAt));
  const rsaUsed = delivered.length * RSA.out + receipts.length * RSA.in;
  const bytes = out.reduce((sum, one) => sum + one.bytes, 0);
  return [
    [
      'out: due / accepted / arrived, a second',
      `${perSecond(out.length)} / ${perSecond(accepted.length)} / ${perSecond(delivered.length)}`,
    ],
    ['in: due / with Receipt, a second', `${perSecond(inbound.length)} / ${perSecond(receipts.length)}`],
    ['bytes of a document out, mean', round(bytes / Math.max(1, out.length))],
    ...acceptRows(tally, out),
    ...answerRows(samples.filter(({ at }) => within(at))),
    ...MANNERS.flatMap((manner): Row[] => {
      const times = endToEndMs(out.filter((one) => one.manner === manner));
      return times.length === 0 ? [] : [[`end to end, receiver ${manner}, p50 / p99 ms`, pair(times)]];
    }),
    ['Receipt of inbound, p50 / p99 ms', pair(receipts.map(({ ms }) => ms))],
    ['list of 50 documents, p50 / p99 ms', pair(tally.listMs)],
    ...machineRows(
      samples.filter(({ at }) => within(at)),
      delivered.length + receipts.length,
    ),
    ['RSA-2048 private operations/s of this machine', round(rsa)],
    ['share of those that the documents needed', round(rsaUsed / ((phase.to - phase.from) / 1_000) / rsa, 3)],
    ['submissions not accepted', refusals(tally, out)],
    ['inbound without Receipt', listed(problems)],
    ['other answers that were no success', listed(tally.otherErrors)],
    ['webhooks told', String(told.hooks.reduce((sum, [, times]) => sum + times, 0))],
  ];
}

/** All that were sent in one request, and each size of its own: who sends small ones waits for those of others. */
function acceptRows(tally: Tally, out: readonly Outbound[]): Row[] {
  const times = (some: readonly Outbound[]): string => pair(acceptMs(tally, some));
  const kb = (bytes: number): string => round(bytes / 1_024);
  const inRequest = out.filter((one) => !isUploaded(one));
  return [
    ['accept of one request, p50 / p99 ms', times(inRequest)],
    ...SIZES.map(({ from, to }): Row => {
      const some = inRequest.filter(({ bytes }) => bytes >= from && bytes < to);
      return [`of them ${kb(from)} to ${kb(to)} KB`, times(some)];
    }).filter(([, shown]) => shown !== '–'),
    ['accept with upload, p50 / p99 ms', times(out.filter(isUploaded))],
  ];
}

/** Without what the customers themselves take, who share the processor. */
function answerRows(samples: readonly Sample[]): Row[] {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return [];
  const ms = (part: number): string => round(answeredWithinMs(first.answerTimes, last.answerTimes, part));
  return [
    [
      'POST /v1/messages as the service times it: 50 / 95 / 99 % within ms',
      [0.5, 0.95, 0.99].map(ms).join(' / '),
    ],
  ];
}

function machineRows(samples: readonly Sample[], documents: number): Row[] {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return [];
  const most = (of: (sample: Sample) => number): string => round(Math.max(...samples.map(of)));
  // In the first half code is still compiled and caches fill.
  const secondHalf = samples.slice(samples.length >> 1);
  const growth = (of: (sample: Sample) => number): string =>
    round(slope(secondHalf.map((sample) => [(sample.at - first.at) / 60_000, of(sample)] as const)), 1);
  const seconds = (last.at - first.at) / 1_000;
  // Between n samples lie n - 1 of the n parts of the phase.
  const each = (seen: number): string =>
    round((seen / documents) * (samples.length / (samples.length - 1)), 1);
  const [before, after] = [first.counted, last.counted];
  const written = (of: (count: DatabaseCount) => number): string =>
    before && after ? each(of(after) - of(before)) : '–';
  const busy = (last.serviceMs - first.serviceMs + last.databaseMs - first.databaseMs) / 1_000 / seconds;
  return [
    [
      'memory of the service, first / last / most MB',
      `${round(first.serviceMb)} / ${round(last.serviceMb)} / ${most((one) => one.serviceMb)}`,
    ],
    ['its slope in the second half, MB a minute', growth((one) => one.serviceMb)],
    ['memory of PostgreSQL, most MB', most((one) => one.databaseMb)],
    ['queue: oldest due job, most s', round(Math.max(...samples.map((one) => one.oldestSeconds ?? 0)), 1)],
    ['queue: due jobs, most', most((one) => one.due ?? 0)],
    [
      'processor time a document, service + PostgreSQL, ms',
      `${each(last.serviceMs - first.serviceMs)} + ${each(last.databaseMs - first.databaseMs)}`,
    ],
    ['cores that both kept busy', round(busy, 2)],
    ['transactions that write, a document', written(({ xids }) => xids)],
    [
      'rows inserted / updated / deleted, a document',
      [
        written(({ inserted }) => inserted),
        written(({ updated }) => updated),
        written(({ deleted }) => deleted),
      ].join(' / '),
    ],
    ['WAL a document, KB', written(({ wal }) => wal / 1_024)],
    ['database grown by, a document, KB', written(({ stored }) => stored / 1_024)],
    ['connections to PostgreSQL, most', most(({ counted }) => counted?.connections ?? 0)],
  ];
}
