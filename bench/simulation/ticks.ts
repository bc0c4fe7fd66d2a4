import type { ParsedCronItem } from 'graphile-worker';
import type { ClockWork, JobName } from '../../apps/service/src/platform/jobs/catalog.ts';
import { cronItems } from '../../apps/service/src/platform/jobs/run.ts';
import { DAY, HOUR, MINUTE } from './simulated-time.ts';

export interface Tick {
  at: number;
  task: JobName;
  /** What the job is asked for with. */
  options: ParsedCronItem['options'];
}

/** What comes more often than once a day comes so often here. */
const THINNED = 6;

/**
 * When the clock asks for work, by graphile-worker's own reading of the crontab. What is asked for more often than once a
 * day is thinned out to every sixth hour, except where something else is going on.
 */
export class Ticks {
  readonly #ofDay: (Omit<Tick, 'at'> & { minute: number; isThin: boolean })[] = [];

  constructor(works: readonly ClockWork[]) {
    for (const work of works) {
      const { minutes, options } = read(work);
      const daily = minutes.length === 1;
      const kept = daily ? minutes : firstOfHours(minutes);
      for (const minute of kept) {
        const isThin = !daily && Math.floor(minute / 60) % THINNED !== 0;
        this.#ofDay.push({ minute, task: work.task, options, isThin });
      }
    }
    this.#ofDay.sort((one, other) => one.minute - other.minute);
  }

  /** All after `from`, up to and with `to`; of what is thinned out only where `busy`. */
  between(from: number, to: number, busy: boolean): Tick[] {
    const found: Tick[] = [];
    for (let day = Math.floor(from / DAY) * DAY; day <= to; day += DAY)
      for (const { minute, task, options, isThin } of this.#ofDay) {
        const at = day + minute * MINUTE;
        if (at > from && at <= to && (busy || !isThin)) found.push({ at, task, options });
      }
    return found;
  }
}

/** Each task once, with its latest tick: a machine that slept makes up for it so. */
export function latestOfEach(ticks: readonly Tick[]): Tick[] {
  return [...new Map(ticks.map((tick) => [tick.task, tick])).values()];
}

/** Minutes of the day; every day is alike. */
function read(work: ClockWork): { minutes: number[]; options: Tick['options'] } {
  const { task, match } = work;
  if (!match.endsWith(' * * *')) throw new Error(`${task} is not asked for alike on every day: ${match}`);
  const [item] = cronItems([work]);
  if (!item) throw new Error(`${task} is asked for never`);
  const day = { date: 1, month: 1, dow: 1 };
  const all = Array.from({ length: DAY / MINUTE }, (_, minute) => minute);
  const minutes = all.filter((minute) =>
    item.match({ min: minute % 60, hour: Math.floor(minute / 60), ...day }),
  );
  return { minutes, options: item.options };
}

function firstOfHours(minutes: readonly number[]): number[] {
  const perHour = HOUR / MINUTE;
  return minutes.filter(
    (minute, index) => Math.floor(minute / perHour) !== Math.floor((minutes[index - 1] ?? -1) / perHour),
  );
}
