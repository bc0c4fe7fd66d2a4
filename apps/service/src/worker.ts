import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';
import { turnMonths } from './platform/events/partitions.ts';
import type { ClockWork } from './platform/jobs/catalog.ts';
import { sweepFailing } from './platform/jobs/failing.ts';
import { type JobRunner, runJobs } from './platform/jobs/run.ts';
import type { EndingAsSaid, JobHandlers } from './platform/jobs/work.ts';

/**
 * Every room that works in the background, one line each; platform/jobs/catalog.ts names every job, and a name without a
 * handler does not compile. One that throws is tried again with growing pauses; where somebody waits for a status, `end`
 * gives the last one when that happened five times.
 */
export function handlers(base: Foundation, features: Features): JobHandlers {
  return {
    ...features.accounts.jobs,
    ...features.archive.jobs,
    ...features.users.jobs,
    ...features.signIn.jobs,
    ...features.publication.jobs,
    ...features.network.jobs,
    ...features.smp.jobs,
    ...features.outbound.jobs,
    ...features.inbound.jobs,
    ...features.messages.jobs,
    ...features.usage.jobs,
    ...features.sftp.jobs,
    ...features.export.jobs,
    ...features.reporting.jobs,
    ...features.notices.jobs,
    ...features.webhooks.jobs,
    ...features.operators.jobs,
    'events.turn-months': {
      run: () => turnMonths({ ...base.database, eventsDays: base.config.eventsDays, log: base.log }),
    },
    'jobs.sweep': { run: () => sweepFailing(base) },
  } satisfies JobHandlers & EndingAsSaid;
}

/** Every room with work by the clock. */
export const clock = (features: Features): ClockWork[] => [
  ...features.accounts.clock,
  ...features.archive.clock,
  ...features.signIn.clock,
  ...features.smp.clock,
  ...features.outbound.clock,
  ...features.messages.clock,
  ...features.usage.clock,
  ...features.sftp.clock,
  ...features.export.clock,
  ...features.reporting.clock,
  ...features.webhooks.clock,
  ...features.operators.clock,
  { task: 'events.turn-months', match: '37 3 * * *' },
  { task: 'jobs.sweep', match: '29 3 * * *' },
];

export function startWorker(base: Foundation, features: Features): Promise<JobRunner> {
  const { database, log, nodeId, config, metrics, hands } = base;
  return runJobs(handlers(base, features), {
    database,
    log,
    nodeId,
    concurrency: config.concurrency,
    hands,
    clock: clock(features),
    onOutcome: (job, outcome, seconds) => metrics.jobs.observe({ job, outcome }, seconds),
  });
}
