import { invalidField } from '../platform/errors.ts';

export interface DayOfUsage<Totals> {
  date: string;
  totals: Totals;
}

const DAY_MS = 86_400_000;
/** A year and the month around it. */
const AT_MOST = 400;

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const startOf = (time: Date): number => Math.floor(time.getTime() / DAY_MS) * DAY_MS;

/** An answer has a row a day: a longer period is asked for in parts, or without days. [USG-6] */
export function requireFewDays(from: Date, to: Date): void {
  if ((to.getTime() - startOf(from)) / DAY_MS <= AT_MOST) return;
  throw invalidField(
    'from',
    `may be at most ${AT_MOST} days before to with bucket=day; ask for less at once`,
  );
}

/** Every day that the period touches, in UTC and in order. */
export function daysOf<Line extends { date?: string }, Totals>(
  from: Date,
  to: Date,
  lines: readonly Line[],
  totalsOf: (lines: readonly Line[]) => Totals,
): DayOfUsage<Totals>[] {
  const byDate = Map.groupBy(lines, (line) => line.date ?? '');
  const days: DayOfUsage<Totals>[] = [];
  for (let day = startOf(from); day < to.getTime(); day += DAY_MS) {
    const date = dateOf(day);
    days.push({ date, totals: totalsOf(byDate.get(date) ?? []) });
  }
  return days;
}
