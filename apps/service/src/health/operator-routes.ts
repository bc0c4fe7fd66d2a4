import { Type } from 'typebox';
import { ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { oneOf } from '../platform/http/fields.ts';
import { LOG_LEVELS } from '../platform/log-level.ts';
import { failingJobs, type ServiceDeps, serviceHealth, setLogLevel } from './service-health.ts';

const tags = ['Service'];
const text = Type.String();
const level = Type.Object({ level: oneOf(LOG_LEVELS) });
const failing = Type.Object(
  {
    job: text,
    subject: Type.Record(text, text, { description: 'Ids by name, such as messageId.' }),
    state: oneOf(['RETRYING', 'ENDED']),
    failures: Type.Integer(),
    firstFailedAt: text,
    lastFailedAt: text,
    nextTryAt: Type.Optional(text),
    endedAt: Type.Optional(text),
    lastError: text,
  },
  { title: 'FailingJob' },
);
const health = Type.Object({
  status: oneOf(['ok', 'unavailable']),
  seat: text,
  network: oneOf(['local', 'test', 'production']),
  nodeId: text,
  parts: Type.Array(
    Type.Object({
      part: text,
      ok: Type.Boolean(),
      reason: Type.Optional(text),
      since: text,
      figures: Type.Optional(Type.Record(text, Type.Union([Type.Number(), Type.String(), Type.Boolean()]))),
    }),
  ),
});

/** How the service itself is. */
export function serviceRoutes(deps: ServiceDeps) {
  return {
    health: operatorEndpoint(
      {
        summary: 'How each part of this process is, with figures',
        tags,
        response: { 200: health },
      },
      async () => ok(serviceHealth(deps)),
    ),
    setLogLevel: operatorEndpoint(
      {
        summary: 'Say more or less in the log, until the next start',
        tags,
        body: strictObject({ level: oneOf(LOG_LEVELS) }),
        response: { 200: level },
      },
      async ({ principal, body }) => ok(setLogLevel(deps, body.level, principal.name)),
    ),
    failing: operatorEndpoint(
      {
        summary: 'Jobs that fail again and again, and those that were given up; newest first',
        tags,
        querystring: strictObject({
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
        }),
        response: { 200: Type.Object({ jobs: Type.Array(failing) }) },
      },
      async ({ query }) => ok({ jobs: await failingJobs(deps, query) }),
    ),
  };
}
