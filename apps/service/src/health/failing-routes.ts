import { Type } from 'typebox';
import { actingOperator } from '../platform/access/actor.ts';
import { ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { idParams, oneOf } from '../platform/http/fields.ts';
import { pageFields, pageQuery } from '../platform/http/page.ts';
import { giveUpFailing, listFailing, runFailing } from './failing-jobs.ts';

const tags = ['Service'];
const text = Type.String();
const some = Type.Optional(text);
const states = oneOf(['RETRYING', 'ENDED']);
const failing = Type.Object(
  {
    id: text,
    job: text,
    subject: Type.Record(text, text, { description: 'Ids by name, such as messageId.' }),
    state: states,
    hasEnd: Type.Boolean({ description: 'Whether it can be given up.' }),
    failures: Type.Integer(),
    firstFailedAt: text,
    lastFailedAt: text,
    nextTryAt: some,
    givenUpAt: Type.Optional(Type.String({ description: 'Somebody gave it up; it ends in a moment.' })),
    endedAt: some,
    lastError: text,
  },
  { title: 'FailingJob' },
);

/** Jobs that fail again and again, and what can be done about one. */
export function failingRoutes(deps: Parameters<typeof listFailing>[0]) {
  return {
    list: operatorEndpoint(
      {
        summary:
          'Jobs that fail again and again, and those that were given up; the one that failed last first',
        description: 'q is the id of what it is about, such as a document, or the name of a job.',
        tags,
        querystring: strictObject({
          job: Type.Optional(Type.String({ maxLength: 100 })),
          state: Type.Optional(states),
          q: Type.Optional(Type.String({ maxLength: 64 })),
          ...pageQuery,
        }),
        response: { 200: Type.Object({ jobs: Type.Array(failing), ...pageFields }) },
      },
      async ({ query }) => ok(await listFailing(deps, query)),
    ),
    run: operatorEndpoint(
      {
        summary: 'Try a failing job at once',
        tags,
        params: idParams,
        body: strictObject({}),
        bodyMayMiss: true,
        response: { 200: failing },
      },
      async ({ principal, params: { id } }) => ok(await runFailing(deps, id, actingOperator(principal))),
    ),
    giveUp: operatorEndpoint(
      {
        summary: 'Give a failing job up: what it is about gets its last status',
        description:
          'Its worker ends it in a moment. A try that is under way is let finish; one that succeeds has done it. What concerns a customer stands in the audit of its account too.',
        tags,
        params: idParams,
        body: strictObject({ reason: Type.String({ minLength: 1, maxLength: 500 }) }),
        response: { 200: failing },
      },
      async ({ principal, params: { id }, body: { reason } }) =>
        ok(await giveUpFailing(deps, id, reason, actingOperator(principal))),
    ),
  };
}
