import { TAGS } from './api-tags.ts';
import type { Route } from './endpoint.ts';

/** What a program that writes programs has to know before it reads /openapi.json; in the form of llmstxt.org. */
export function llmsTxt(routes: readonly Route[], publicUrl: string): string {
  const chapters = Object.entries(TAGS).map(([tag, about]) => {
    const lines = routes
      .filter(([, { schema }]) => schema.tags.includes(tag))
      .map(([name, { schema }]) => `- \`${name}\`: ${schema.summary}`);
    return `## ${tag}\n\n${about}\n\n${lines.join('\n')}`;
  });
  return `${introduction(publicUrl)}\n\n${chapters.join('\n\n')}\n`;
}

const introduction = (publicUrl: string) => `# Pappel

> Sends and receives invoices, credit notes and orders over the Peppol network for many companies, by HTTP and JSON.

- Base address: ${publicUrl}
- [Description in OpenAPI 3.1](${publicUrl}/openapi.json): every field, limit, error and webhook, with examples of a real run
- [The same to read and to try](${publicUrl}/docs)

## Conventions

- Send \`Authorization: Bearer KEY\`. A key is made with \`POST /v1/api-keys\`, by a signed-in owner or company admin.
- \`X-Pappel-Environment\` says \`TEST\` or \`PRODUCTION\`; keys begin with \`pap_test_\` or \`pap_live_\`.
- A failure is \`{"error": {"code", "message", "details", "requestId"}}\`. \`code\` is for programs; \`message\` ends with what to do next.
- A list has \`nextCursor\` while more follows: give it as \`cursor\`. Ids out of reach are 404.
- Give \`POST /v1/messages\` an \`Idempotency-Key\`: asking again after a lost answer sends nothing twice.
- An address sends and receives once \`POST /v1/participants\` has registered it and the operator has approved it: its \`status\` is then \`ACTIVE\`.
- To send: \`POST /v1/messages\` with the document as XML in \`payload\`, then follow \`status\` by \`GET /v1/messages/{id}\`, \`GET /v1/events\`, a webhook or the stream, until it is \`AS4_ACCEPTED\`, or ends as \`VALIDATION_FAILED\`, \`DISCOVERY_FAILED\` or \`SEND_FAILED\`, with \`lastErrorCode\`.
- To receive: \`GET /v1/messages?direction=INBOUND&status=CUSTOMER_DELIVERY_QUEUED\`, \`GET /v1/messages/{id}/payload\`, \`POST /v1/messages/{id}/ack\`.`;
