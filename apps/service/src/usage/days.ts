import { invalidField } from '../platform/errors.ts';
import { dateOf, startOfDay } from '../platform/whole-days.ts';

export interface DayOfUsage<Totals> {
  date: string;
  totals: Totals;
}

const DAY_MS = 86_400_000;
/** A year and the month around it. */
const AT_MOST = 400;

/** An answer has a row a day: a longer period is asked for in parts, or without days. [USG-6] */
export function requireFewDays(from: Date, to: Date): void {
  if ((to.getTime() - startOfDay(from.getTime())) / DAY_MS <= AT_MOST) return;
  throw invalidField(
    'from',
    `may be at most ${AT_MOST} days before to with bucket=day; ask for less at once`,
  );
}

/** Every day that the period touches, in UTC and in order. */
export function daysOf<Totals>(
  from: Date,
  to: Date,
  totalsOf: (date: string) => Totals,
): DayOfUsage<Totals>[] {
  const days: DayOfUsage<Totals>[] = [];
  for (let day = startOfDay(from.getTime()); day < to.getTime(); day += DAY_MS) {
    const date = dateOf(day);
    days.push({ date, totals: totalsOf(date) });
  }
  return days;
}
