import { percentile } from '../figures.ts';

/** How long each installation took for one thing, in milliseconds. */
export interface Taken {
  name: string;
  bySize: readonly (readonly number[])[];
}

const AIM = 1.5;
const SHARES = [0.5, 0.99] as const;

/** p50 and p99 of each size, and how many times that of the size before. */
export function printTable(sizes: readonly number[], all: readonly Taken[], extrapolated: number): void {
  const heads = sizes.map((size) => (size < 1_000_000 ? String(size) : `${size / 1_000_000} M`));
  const columns = heads.flatMap((head, i) => (i === 0 ? [head] : [head, 'times']));
  console.log(`| ms, p50 / p99 | ${columns.join(' | ')} | ${extrapolated / 1_000_000} M ~ |`);
  console.log(`| --- |${' ---: |'.repeat(columns.length + 1)}`);
  for (const { name, bySize } of all) {
    const cells = bySize.flatMap((values, i) => {
      const before = bySize[i - 1];
      return before ? [pair(values), growth(before, values)] : [pair(values)];
    });
    console.log(`| ${name} | ${cells.join(' | ')} | ${further(sizes, bySize, extrapolated)} |`);
  }
  const grown = all.filter(({ bySize }) =>
    bySize.some((values, i) => i > 0 && ratio(bySize[i - 1], values, 0.5) > AIM),
  );
  console.log(
    `\nGrew more than ${AIM} times in the middle: ${grown.map(({ name }) => name).join('; ') || 'nothing'}`,
  );
}

const pair = (values: readonly number[]): string =>
  values.length === 0 ? '-' : SHARES.map((share) => figure(percentile(values, share))).join(' / ');

const growth = (before: readonly number[], values: readonly number[]): string =>
  SHARES.map((share) => ratio(before, values, share).toFixed(2)).join(' / ');

const ratio = (before: readonly number[] | undefined, values: readonly number[], share: number): number =>
  percentile(values, share) / Math.max(percentile(before ?? [], share), 0.01);

const figure = (ms: number): string => (ms < 100 ? ms.toFixed(1) : ms.toFixed(0));

/** As if it went on as from the last size but one to the last. */
function further(sizes: readonly number[], bySize: Taken['bySize'], to: number): string {
  const [before, last] = bySize.slice(-2);
  const [smaller = 1, larger = 1] = sizes.slice(-2);
  if (!before || !last) return '-';
  const steps = Math.log(to / larger) / Math.log(larger / smaller);
  return figure(percentile(last, 0.5) * Math.max(1, ratio(before, last, 0.5)) ** steps);
}
