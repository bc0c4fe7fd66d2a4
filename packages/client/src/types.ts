import type { components, operations, webhooks } from './contract.gen.ts';

type Json<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : never;

export type Message = components['schemas']['Message'];
export type Participant = components['schemas']['Participant'];
export type MessageStatus = Message['status'];

/** What happened, told apart by its `type`: the body of a webhook, and of the stream. */
export type WebhookEvent = { [Type in keyof webhooks]: Json<webhooks[Type]['post']> }[keyof webhooks];

/** An event with its place in the log. */
export type LogEvent = WebhookEvent & { seq: number };

/** What was missed is no longer kept: look at everything anew. The stream goes on from `seq`. */
export interface Reset {
  type: 'reset';
  seq: number;
}

type Query<Operation> = Operation extends { parameters: { query?: infer Asked } }
  ? NonNullable<Asked>
  : never;

export type MessageQuery = Omit<Query<operations['listMessages']>, 'cursor' | 'before' | 'format'>;
export type EventQuery = Omit<Query<operations['listEvents']>, 'wait'>;

export interface MessagePage {
  messages: Message[];
  nextCursor?: string;
  prevCursor?: string;
  counts?: { total: number; byStatus: Record<string, number>; byReason: Record<string, number> };
}

export interface EventPage {
  events: LogEvent[];
  nextCursor?: string;
  /** How far was read: send it as `after` to go on from there. */
  lastSeq: number;
}
