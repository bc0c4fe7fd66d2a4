import { EVENT_TYPES } from '../../apps/service/src/platform/events/event.ts';
import { describeWebhooks } from '../../apps/service/src/webhooks/describe.ts';
import { code, pageOf, table } from './table.ts';

export function eventsPage(): string {
  const described = describeWebhooks();
  const summaryOf = (type: string): string => described[type]?.post.summary ?? '';
  const examples = EVENT_TYPES.map((type) => {
    const body = described[type]?.post.requestBody.content['application/json'].example;
    return `### ${type}\n\n<!-- shows: event -->\n\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``;
  });
  return pageOf(
    'Events',
    'apps/service/src/platform/events/event.ts, apps/service/src/webhooks/describe.ts',
    'The same in webhooks, in the list and in the stream: [events and webhooks](../events-and-webhooks.md).',
    table(
      ['Type', ''],
      EVENT_TYPES.map((type) => [code(type), summaryOf(type)]),
    ),
    '## Examples',
    ...examples,
  );
}
