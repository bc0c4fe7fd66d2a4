/** Seconds after the first failure of a job, the second, and so on; the last for all that follow. */
const SCHEDULE = [1, 3, 10, 30, 120, 600, 1_800, 3_600] as const;

/** How often a document may fail unexpectedly before it is ended. [MSG-16] */
export const FAILURES_OF_A_DOCUMENT = 5;

/** A job that was begun so often without ever coming to an end takes the process with it; by then it is tried once a minute. */
export const INTERRUPTIONS = 25;

/** Longer than the slowest receiver may take for the largest document. */
export const LONGEST_RUN_MS = 900_000;

/** When a job that failed `failures` times is tried again. `random` from 0 to 1 spreads what failed together. */
export function nextTry(failures: number, now: Date, random: number): Date {
  const seconds = SCHEDULE[Math.min(failures, SCHEDULE.length) - 1] ?? 1;
  return spread(seconds, now, random);
}

/** About so many seconds later. */
export function spread(seconds: number, now: Date, random: number): Date {
  return new Date(now.getTime() + seconds * 1_000 * (0.9 + 0.2 * random));
}

/** Trouble of the database or the machine: soon again, and not all in the same instant. */
export function afterTrouble(now: Date, random: number): Date {
  return new Date(now.getTime() + 500 + 1_000 * random);
}
