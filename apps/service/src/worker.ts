import { applyStatus } from './inbound/apply-mls-job.ts';
import { answerWithStatus } from './inbound/mls-job.ts';
import { sendMessage } from './outbound/send-job.ts';
import { sendProviderMessage } from './outbound/send-provider-job.ts';
import { sweepPayloads } from './outbound/sweep-job.ts';
import { indexParticipant, refreshParticipant } from './participants/index-job.ts';
import { followDeparture, watchMigration } from './participants/migrate-job.ts';
import { publishParticipant, withdrawFromNetwork } from './participants/publish-job.ts';
import { type JobHandlers, type JobRunner, runJobs } from './platform/jobs/run.ts';
import { sendDueReports } from './reporting/send-due-job.ts';
import { sweepSignIn } from './sign-in/sweep-job.ts';
import { registerProvider } from './smp/register-provider-job.ts';
import { sweepSmp } from './smp/sweep-job.ts';
import { eraseTrail } from './users/erase-trail-job.ts';
import { mailForgotten, sendLink } from './users/send-link-job.ts';
import type { Deps } from './wiring.ts';

/** Every background job, one line each. One that throws is tried again with growing pauses. */
function handlers(deps: Deps): JobHandlers {
  const send = { ...deps, as4: deps.as4Send };
  return {
    'users.send-link': (job) => sendLink(deps, job),
    'users.forgot': (job) => mailForgotten(deps, job),
    'users.erase-trail': (job) => eraseTrail(deps, job),
    'sign-in.sweep': () => sweepSignIn(deps),
    'participants.publish': (job) => publishParticipant(deps, job),
    'participants.withdraw': (job) => withdrawFromNetwork(deps, job),
    'participants.refresh': (job) => refreshParticipant(deps, job),
    'participants.index': (job) => indexParticipant(deps, job),
    'participants.watch-migration': (job) => watchMigration(deps, job),
    'participants.follow': (job) => followDeparture(deps, job),
    'smp.sweep': () => sweepSmp(deps),
    'outbound.send': (job) => sendMessage(send, job),
    'outbound.sweep-payloads': () => sweepPayloads(deps),
    'outbound.send-provider-message': (job) => sendProviderMessage(send, job),
    'inbound.mls': (job) => answerWithStatus(deps, job),
    'inbound.apply-mls': (job) => applyStatus(deps, job),
    'smp.register-provider': () => registerProvider(deps),
    'reporting.send-due': () => sendDueReports(deps),
  };
}

const CLOCK = [
  { task: 'outbound.sweep-payloads' as const, match: '17 3 * * *' },
  { task: 'smp.sweep' as const, match: '53 3 * * *' },
  { task: 'sign-in.sweep' as const, match: '41 3 * * *' },
  { task: 'reporting.send-due' as const, match: '7 6 * * *' },
];

export function startWorker(deps: Deps): Promise<JobRunner> {
  const { pool } = deps.database;
  return runJobs(handlers(deps), {
    pool,
    log: deps.log,
    nodeId: deps.nodeId,
    concurrency: deps.config.concurrency,
    clock: CLOCK,
  });
}
