import { percentile } from '../figures.ts';
import type { Phase } from './drive.ts';
import type { FarTold } from './far-network.ts';
import { arrives } from './population.ts';
import { LARGEST_IN_REQUEST } from './submit.ts';
import type { Outbound, Tally } from './tally.ts';

export type Row = readonly [what: string, ...values: string[]];

export const round = (value: number, digits = 0): string => value.toFixed(digits);

/** `p50 / p99` in milliseconds; a dash of none. */
export const pair = (values: readonly number[]): string =>
  values.length === 0 ? '–' : `${round(percentile(values, 0.5))} / ${round(percentile(values, 0.99))}`;

export const isDuring =
  ({ from, to }: Phase) =>
  ({ due }: { due: number }): boolean =>
    due >= from && due < to;

/** From when they were due to their answer, of those that were accepted. */
export const acceptMs = (tally: Tally, some: readonly Outbound[]): number[] =>
  some
    .filter(tally.isAccepted)
    .flatMap(({ due, answeredAt }) => (answeredAt === undefined ? [] : [answeredAt - due]));

/** Larger than one request may be. */
export const isUploaded = ({ bytes }: Outbound): boolean => bytes > LARGEST_IN_REQUEST;

/** From when they were due until their sender read that they have arrived. */
export const endToEndMs = (some: readonly Outbound[]): number[] =>
  some.flatMap(({ due, toldAt }) => (toldAt === undefined ? [] : [toldAt - due]));

/** Answers to submissions other than good ones, by their status. */
export const refusals = (tally: Tally, some: readonly Outbound[]): string =>
  listed(
    counted(some.filter((one) => !tally.isAccepted(one)).map(({ answer = 'no answer' }) => String(answer))),
  );

/** How often each is among them. */
export function counted(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

export const listed = (counts: ReadonlyMap<string, number>): string =>
  counts.size === 0 ? 'none' : [...counts].map(([what, times]) => `${times} × ${what}`).join(', ');

export interface Losses {
  /** Accepted, and the receiver has it not. */
  lost: number;
  /** The receiver gave more than one Receipt. */
  doubled: number;
  /** The receiver has it, and its sender was not told. */
  untold: number;
  /** We gave a Receipt, and no customer met it. */
  inboundLost: number;
  /** One Receipt, met more than once. */
  inboundDoubled: number;
}

export function lossesOf(tally: Tally, told: FarTold): Losses {
  const receipts = new Map(told.receipts);
  const expected = [...tally.outbound.values()].filter((one) => tally.isAccepted(one) && arrives(one.manner));
  const taken = told.sent.filter(({ problem }) => problem === undefined);
  const met = (number: string): number => tally.collected.get(number) ?? 0;
  return {
    lost: expected.filter(({ number }) => !receipts.has(number)).length,
    doubled: told.receipts.filter(([, times]) => times > 1).length,
    untold: expected.filter(({ number, toldAt }) => receipts.has(number) && toldAt === undefined).length,
    inboundLost: taken.filter(({ number }) => met(number) === 0).length,
    inboundDoubled: [...tally.collected.values()].filter((times) => times > 1).length,
  };
}

export function lossRows(losses: Losses): Row[] {
  return [
    ['lost, out / in', `${losses.lost} / ${losses.inboundLost}`],
    ['doubled, out / in', `${losses.doubled} / ${losses.inboundDoubled}`],
    ['arrived without an event that says so', String(losses.untold)],
  ];
}

export const isWhole = (losses: Losses): boolean => Object.values(losses).every((count) => count === 0);

/** A table of Markdown, its first row the head. */
export function table(head: Row, rows: readonly Row[]): string {
  const line = (row: Row): string => `| ${row.join(' | ')} |`;
  const rule = `| --- |${' ---: |'.repeat(head.length - 1)}`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
