/** Mails that gather many events, and events that are mailed one by one. */
export type DigestKind = 'documentsArrived' | 'documentsFailed';
export type NoticeEvent = 'webhook.failing' | 'webhook.disabled' | 'export.done' | 'export.failed';

/** Every background job and what it is told. The handlers are listed in worker.ts. */
export interface JobCatalog {
  'users.send-link': { userId: string; kind: 'invitation' | 'password-reset' };
  'users.forgot': { email: string };
  'users.erase-trail': { userId: string };
  'sign-in.sweep': Record<string, never>;
  'participants.publish': { participantId: string };
  'participants.withdraw': { participantId: string };
  'participants.refresh': { participantId: string };
  'participants.index': { participantId: string; askedAt?: string };
  'participants.watch-migration': { participantId: string };
  'participants.follow': { participantId: string };
  'smp.sweep': Record<string, never>;
  'outbound.send': { messageId: string };
  'outbound.sweep-payloads': Record<string, never>;
  'outbound.send-provider-message': { providerMessageId: string };
  'inbound.mls': { messageId: string };
  'inbound.apply-mls': { mlsReceivedId: string };
  'smp.register-provider': Record<string, never>;
  'webhooks.recover': { webhookId: string; since: string; until: string };
  'webhooks.sweep': Record<string, never>;
  'events.turn-months': Record<string, never>;
  'messages.note-waiting': Record<string, never>;
  'notices.digest': { userId: string; kind: DigestKind };
  'notices.mail': { userId: string; mailId: string; subjectId: string; event: NoticeEvent };
  'sftp.pick-up': { fileId: string };
  'sftp.sweep': Record<string, never>;
  'export.write': { exportId: string };
  'export.sweep': Record<string, never>;
  'export.sweep-strays': Record<string, never>;
  'reporting.send-due': Record<string, never>;
  'jobs.sweep': Record<string, never>;
}

export type JobName = keyof JobCatalog;
