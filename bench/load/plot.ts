import { percentile } from '../figures.ts';
import type { Phase } from './drive.ts';
import type { FarTold } from './far-network.ts';
import { isDuring } from './figures.ts';
import type { Sample } from './samples.ts';
import { drawPanels, type Line, type Panel } from './svg.ts';
import type { Tally } from './tally.ts';

const MOST_BINS = 120;
const LEAST_BIN_MS = 2_000;

export interface RunToDraw {
  tally: Tally;
  told: FarTold;
  samples: readonly Sample[];
  phases: readonly Phase[];
}

/** Rate, percentiles, memory and queue over the time of a run, until the last that was told of it. */
export function drawRun({ tally, told, samples, phases }: RunToDraw): string {
  const from = phases[0]?.from ?? 0;
  const documents = [...tally.outbound.values()].filter(({ due }) => due >= from);
  const end = documents.reduce((last, one) => Math.max(last, one.toldAt ?? one.due), phases.at(-1)?.to ?? 0);
  const width = Math.max(LEAST_BIN_MS, (end - from) / MOST_BINS);
  const bins = Array.from({ length: Math.floor((end - from) / width) }, (_, index) => ({
    name: '',
    from: from + index * width,
    to: from + (index + 1) * width,
  }));
  const minutes = (at: number): number => (at - from) / 60_000;
  const line = (label: string, of: (bin: Phase) => number | undefined): Line => ({
    label,
    points: bins.flatMap((bin) => {
      const value = of(bin);
      return value === undefined ? [] : [[minutes((bin.from + bin.to) / 2), value] as const];
    }),
  });
  const rate = (label: string, times: readonly number[]): Line =>
    line(label, (bin) => (times.filter((due) => isDuring(bin)({ due })).length / width) * 1_000);
  const share = (label: string, values: readonly Timed[], of: number): Line =>
    line(label, (bin) => {
      const some = values.filter(isDuring(bin)).map(({ ms }) => ms);
      return some.length === 0 ? undefined : percentile(some, of);
    });
  const accepts = documents.filter(tally.isAccepted).map(timed('answeredAt'));
  const ends = documents.filter(({ toldAt, manner }) => toldAt && manner === 'good').map(timed('toldAt'));
  const seen = samples.filter(({ at }) => at >= from && at <= end);
  const sampled = (label: string, of: (sample: Sample) => number): Line => ({
    label,
    points: seen.map((sample) => [minutes(sample.at), of(sample)] as const),
  });
  const panels: Panel[] = [
    {
      title: 'documents a second',
      lines: [
        rate(
          'due, out',
          documents.map(({ due }) => due),
        ),
        rate(
          'arrived, out',
          documents.flatMap(({ toldAt }) => toldAt ?? []),
        ),
        rate(
          'Receipts, in',
          told.sent.flatMap(({ due, ms, problem }) => (problem ? [] : [due + ms])),
        ),
      ],
    },
    {
      title: 'milliseconds (logarithmic)',
      isLogarithmic: true,
      lines: [
        share('accept p50', accepts, 0.5),
        share('accept p99', accepts, 0.99),
        share('end to end p50', ends, 0.5),
        share('end to end p99', ends, 0.99),
      ],
    },
    {
      title: 'memory, MB',
      lines: [sampled('service', (one) => one.serviceMb), sampled('PostgreSQL', (one) => one.databaseMb)],
    },
    { title: 'oldest due job, s', lines: [sampled('waits', (one) => one.oldestSeconds ?? 0)] },
  ];
  const marks = phases.map((phase) => ({ x: minutes(phase.from), label: phase.name }));
  return drawPanels(panels, { until: minutes(end), marks });
}

interface Timed {
  due: number;
  ms: number;
}

const timed =
  (what: 'answeredAt' | 'toldAt') =>
  (one: { due: number; answeredAt?: number; toldAt?: number }): Timed => ({
    due: one.due,
    ms: (one[what] ?? one.due) - one.due,
  });
