/** Every background job and what it is told. The handlers are listed in worker.ts. */
export interface JobCatalog {
  'participants.publish': { participantId: string };
  'participants.withdraw': { participantId: string };
  'outbound.validate': { messageId: string };
  'outbound.send': { messageId: string };
  'outbound.sweep-payloads': Record<string, never>;
}

export type JobName = keyof JobCatalog;
