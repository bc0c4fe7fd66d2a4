import { sweepExports, sweepStrayExports } from './export/sweep-job.ts';
import { applyStatus } from './inbound/apply-mls-job.ts';
import { endStatus } from './inbound/end-status.ts';
import { answerWithStatus } from './inbound/mls-job.ts';
import { noteWaiting } from './messages/note-waiting-job.ts';
import { giveUpDigest, mailDigest } from './notices/digest-job.ts';
import { mailNotice, NOTICE_TRIES } from './notices/mail-job.ts';
import { endMessage, endProviderMessage } from './outbound/end.ts';
import { sendMessage } from './outbound/send-job.ts';
import { sendProviderMessage } from './outbound/send-provider-job.ts';
import { sweepPayloads } from './outbound/sweep-job.ts';
import { turnMonths } from './platform/events/partitions.ts';
import { sweepFailing } from './platform/jobs/failing.ts';
import { type JobRunner, runJobs } from './platform/jobs/run.ts';
import type { JobHandlers } from './platform/jobs/work.ts';
import { endRegistration } from './publication/end-registration.ts';
import { indexParticipant, refreshParticipant } from './publication/index-job.ts';
import { followMovedAway, watchMigration } from './publication/migrate-job.ts';
import { publishParticipant, withdrawFromNetwork } from './publication/publish-job.ts';
import { registerProvider } from './publication/register-provider-job.ts';
import { sendDueReports } from './reporting/send-due-job.ts';
import { pickUp } from './sftp/pick-up-job.ts';
import { sweepSftp } from './sftp/sweep-job.ts';
import { sweepSignIn } from './sign-in/sweep-job.ts';
import { sweepSmp } from './smp/sweep-job.ts';
import { eraseTrail } from './users/erase-trail-job.ts';
import { MAIL_TRIES } from './users/links.ts';
import { mailForgotten, sendLink } from './users/send-link-job.ts';
import { recoverDeliveries } from './webhooks/recover-job.ts';
import { sweepDeliveries } from './webhooks/sweep-job.ts';
import type { Deps } from './wiring.ts';

/**
 * Every background job, one line each. One that throws is tried again with growing pauses; where somebody waits for a
 * status, `end` gives the last one when that happened five times.
 */
function handlers(deps: Deps): JobHandlers {
  const send = { ...deps, as4: deps.as4Send };
  return {
    'users.send-link': {
      run: (job) => sendLink(deps, job),
      // The person can be sent another one.
      end: async () => undefined,
      tries: ({ kind }) => MAIL_TRIES[kind],
    },
    'users.forgot': { run: (job) => mailForgotten(deps, job) },
    'users.erase-trail': { run: (job) => eraseTrail(deps, job) },
    'sign-in.sweep': { run: () => sweepSignIn(deps) },
    'participants.publish': {
      run: (job) => publishParticipant(deps, job),
      end: (job) => endRegistration(deps, job),
    },
    'participants.withdraw': { run: (job) => withdrawFromNetwork(deps, job) },
    'participants.refresh': { run: (job) => refreshParticipant(deps, job) },
    'participants.index': { run: (job) => indexParticipant(deps, job) },
    'participants.watch-migration': { run: (job) => watchMigration(deps, job) },
    'participants.follow': { run: (job) => followMovedAway(deps, job) },
    'smp.sweep': { run: () => sweepSmp(deps) },
    'outbound.send': { run: (job) => sendMessage(send, job), end: (job) => endMessage(deps, job) },
    'outbound.sweep-payloads': { run: () => sweepPayloads(deps) },
    'outbound.send-provider-message': {
      run: (job) => sendProviderMessage(send, job),
      end: (job) => endProviderMessage(deps, job),
    },
    'inbound.mls': { run: (job) => answerWithStatus(deps, job) },
    'inbound.apply-mls': { run: (job) => applyStatus(deps, job), end: (job) => endStatus(deps, job) },
    'smp.register-provider': { run: () => registerProvider(deps) },
    'sftp.pick-up': { run: (job) => pickUp(deps, job) },
    'sftp.sweep': { run: () => sweepSftp(deps) },
    // It is written beside the workers.
    'export.write': { run: async () => deps.exports.wake() },
    'export.sweep': { run: () => sweepExports(deps) },
    'export.sweep-strays': { run: () => sweepStrayExports(deps) },
    'reporting.send-due': { run: () => sendDueReports(deps) },
    'notices.digest': {
      run: (job) => mailDigest(deps, job),
      end: (job) => giveUpDigest(deps, job),
      tries: () => NOTICE_TRIES,
    },
    'notices.mail': {
      run: (job) => mailNotice(deps, job),
      end: async () => undefined,
      tries: () => NOTICE_TRIES,
    },
    'webhooks.recover': { run: (job) => recoverDeliveries(deps, job) },
    'webhooks.sweep': { run: () => sweepDeliveries(deps) },
    'events.turn-months': { run: () => turnMonths({ ...deps.database, ...deps.config, log: deps.log }) },
    'messages.note-waiting': { run: () => noteWaiting(deps) },
    'jobs.sweep': { run: () => sweepFailing(deps) },
  };
}

const CLOCK = [
  { task: 'outbound.sweep-payloads' as const, match: '17 3 * * *' },
  { task: 'smp.sweep' as const, match: '53 3 * * *' },
  { task: 'webhooks.sweep' as const, match: '47 3 * * *' },
  { task: 'events.turn-months' as const, match: '37 3 * * *' },
  { task: 'messages.note-waiting' as const, match: '11 * * * *' },
  { task: 'sign-in.sweep' as const, match: '41 3 * * *' },
  { task: 'export.sweep' as const, match: '* * * * *' },
  { task: 'export.sweep-strays' as const, match: '47 3 * * *' },
  { task: 'sftp.sweep' as const, match: '29 * * * *' },
  { task: 'jobs.sweep' as const, match: '29 3 * * *' },
  { task: 'reporting.send-due' as const, match: '7 6 * * *' },
];

export async function startWorker(deps: Deps): Promise<JobRunner> {
  const { database, log, nodeId, config, metrics } = deps;
  await deps.exports.start();
  return runJobs(handlers(deps), {
    database,
    log,
    nodeId,
    concurrency: config.concurrency,
    clock: CLOCK,
    onOutcome: (job, outcome, seconds) => metrics.jobs.observe({ job, outcome }, seconds),
  });
}
