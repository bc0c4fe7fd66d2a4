import { isId } from '../ids.ts';
import { type Check, isText, maybe, oneOf, payloadOf } from './payload.ts';

/** Mails that gather many events, and events that are mailed one by one. */
const DIGESTS = ['documentsArrived', 'documentsFailed'] as const;
const NOTICES = ['webhook.failing', 'webhook.disabled', 'export.done', 'export.failed'] as const;
export type DigestKind = (typeof DIGESTS)[number];
export type NoticeEvent = (typeof NOTICES)[number];

/** Every background job and what it is told, checked when it comes out of the queue. The handlers are listed in worker.ts. */
const CATALOG = {
  'accounts.close': payloadOf({ accountId: isId<'Account'> }),
  'accounts.close-due': payloadOf({}),
  'users.send-link': payloadOf({ userId: isId<'User'>, kind: oneOf('invitation', 'password-reset') }),
  'users.forgot': payloadOf({ email: isText }),
  'users.erase-trail': payloadOf({ userId: isId<'User'> }),
  'sign-in.sweep': payloadOf({}),
  'participants.check': payloadOf({ participantId: isId<'Participant'> }),
  'participants.publish': payloadOf({ participantId: isId<'Participant'> }),
  'participants.withdraw': payloadOf({ participantId: isId<'Participant'> }),
  'participants.refresh': payloadOf({ participantId: isId<'Participant'> }),
  'participants.index': payloadOf({ participantId: isId<'Participant'>, askedAt: maybe(isText) }),
  'participants.watch-migration': payloadOf({ participantId: isId<'Participant'> }),
  'participants.follow': payloadOf({ participantId: isId<'Participant'> }),
  'smp.sweep': payloadOf({}),
  'outbound.send': payloadOf({ messageId: isId<'Message'> }),
  'outbound.sweep-payloads': payloadOf({}),
  'outbound.send-provider-message': payloadOf({ providerMessageId: isId<'ProviderMessage'> }),
  'inbound.mls': payloadOf({ messageId: isId<'Message'> }),
  'inbound.apply-mls': payloadOf({ mlsReceivedId: isId<'MlsReceived'> }),
  'smp.register-provider': payloadOf({}),
  'webhooks.recover': payloadOf({ webhookId: isId<'Webhook'>, since: isText, until: isText }),
  'webhooks.sweep': payloadOf({}),
  'events.turn-months': payloadOf({}),
  'messages.note-waiting': payloadOf({}),
  'messages.fold-counts': payloadOf({}),
  'messages.check-counts': payloadOf({}),
  'messages.remove-old': payloadOf({}),
  'usage.add-up': payloadOf({}),
  'usage.check': payloadOf({}),
  'archive.night': payloadOf({}),
  'notices.digest': payloadOf({ userId: isId<'User'>, kind: oneOf(...DIGESTS) }),
  'notices.mail': payloadOf({
    userId: isId<'User'>,
    mailId: isId<'Mail'>,
    event: oneOf(...NOTICES),
    webhookId: maybe(isId<'Webhook'>),
    exportId: maybe(isId<'Export'>),
  }),
  'sftp.pick-up': payloadOf({ fileId: isId<'SftpFile'> }),
  'sftp.sweep': payloadOf({}),
  'export.write': payloadOf({ exportId: isId<'Export'> }),
  'export.sweep': payloadOf({}),
  'export.sweep-strays': payloadOf({}),
  'reporting.send-due': payloadOf({}),
  'jobs.sweep': payloadOf({}),
  'operators.sweep': payloadOf({}),
};

type Told<C> = C extends Check<infer Payload> ? Payload : never;

export type JobName = keyof typeof CATALOG;
export type JobCatalog = { [Name in JobName]: Told<(typeof CATALOG)[Name]> };
/** Whether a payload is that of the job. */
export const PAYLOADS: { readonly [Name in JobName]: Check<JobCatalog[Name]> } = CATALOG;

export const isJobName = (name: string): name is JobName => Object.hasOwn(CATALOG, name);

/** Those whose subject has a last status; all others are tried until they succeed. */
const ENDING = [
  'users.send-link',
  'participants.publish',
  'outbound.send',
  'outbound.send-provider-message',
  'inbound.apply-mls',
  'notices.digest',
  'notices.mail',
] as const satisfies readonly JobName[];
export type EndingJob = (typeof ENDING)[number];

export const isEndingJob = (name: string): name is EndingJob => (ENDING as readonly string[]).includes(name);

/** A job that the clock asks for, as a line of a crontab says. */
export interface ClockWork {
  task: JobName;
  match: string;
}
