import type { JobName } from '../../apps/service/src/platform/jobs/catalog.ts';
import { DAY } from './simulated-time.ts';
import type { World } from './world.ts';

const overlap = (from: number, to: number, other: { from: number; to: number }): number =>
  Math.max(0, Math.min(to, other.to) - Math.max(from, other.from));

/** For how long of this time a process lived. */
export const timeUp = ({ offTimes }: World, from: number, to: number): number =>
  to - from - offTimes.reduce((sum, off) => sum + overlap(from, to, off), 0);

/** Whether by plan something was amiss that a document may fail on, or a job be late. */
export const troubled = ({ plan }: World, from: number, to: number): boolean =>
  plan.phases.some((phase) => phase.kind !== 'reader' && overlap(from, to + 1, phase) > 0);

/** The beginning of the last day that was lived through from end to end and in which this job was not made to fail. */
export function lastNight(world: World, job: JobName): number | undefined {
  const today = Math.floor(world.now / DAY) * DAY;
  for (let day = today - DAY; day > world.plan.start && day > today - 30 * DAY; day -= DAY) {
    const isWhole = timeUp(world, day, day + DAY) >= DAY;
    const isMadeToFail = world.plan.phases.some(
      (phase) => phase.kind === 'job' && phase.job === job && overlap(day, day + DAY, phase) > 0,
    );
    if (isWhole && !isMadeToFail) return day;
  }
  return undefined;
}
