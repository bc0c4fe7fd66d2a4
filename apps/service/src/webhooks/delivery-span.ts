import { SpanKind } from '@opentelemetry/api';
import { type RawBuilder, sql } from 'kysely';
import type { AccountId, MessageId, WebhookId } from '../platform/ids.ts';
import { contextOf, inSpan, isTracing, markFailed, placeOf } from '../platform/tracing/spans.ts';
import type { Answer } from './post.ts';
import { isSuccess } from './settle.ts';

/** The document that a delivery `d` is about says in which trace it stands; asked for where somebody traces. */
export const traceOfDocument = (): RawBuilder<unknown> =>
  isTracing()
    ? sql`, (select traceparent from messages where messages.id = d.message_id) as traceparent`
    : sql``;

interface Called {
  webhookId: WebhookId;
  accountId: AccountId;
  due: {
    url: string;
    event_id: string;
    event_type: string;
    attempts: number;
    message_id: MessageId | null;
    traceparent?: string | null;
  };
}

/** A call to an endpoint, in the trace of its document. The endpoint is told nothing of it. */
export function inDeliverySpan(
  { webhookId, accountId, due }: Called,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const attributes = {
    ...placeOf(due.url),
    'http.request.method': 'POST',
    'pappel.account.id': accountId,
    'pappel.message.id': due.message_id ?? undefined,
    'pappel.webhook.id': webhookId,
    'pappel.event.id': due.event_id,
    'pappel.event.type': due.event_type,
    'pappel.attempt': due.attempts + 1,
  };
  const options = { attributes, kind: SpanKind.CLIENT, parent: contextOf(due.traceparent) };
  return inSpan('webhook', options, async (span) => {
    const answer = await call();
    span.setAttribute('http.response.status_code', answer.status);
    if (!isSuccess(answer)) markFailed(span, String(answer.status ?? 'no_answer'));
    return answer;
  });
}
