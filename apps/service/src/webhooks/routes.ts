import { Type } from 'typebox';
import {
  accepted,
  created,
  endpoint,
  type FindInReach,
  noContent,
  ok,
  strictObject,
} from '../platform/http/endpoint.ts';
import { idParams } from '../platform/http/fields.ts';
import { pageFields, pageQuery, periodQuery } from '../platform/http/page.ts';
import { recover, replay } from './again.ts';
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks } from './endpoint.ts';
import { withFigures } from './figures.ts';
import { DELIVERY_STATUSES, deliveryInSight, listDeliveries, readDelivery } from './list-deliveries.ts';
import { tryOut } from './try-out.ts';
import { webhookInSight } from './webhook.ts';

const tags = ['Webhooks'];
const optional = Type.Optional(Type.String());
const direction = Type.Union([Type.Literal('INBOUND'), Type.Literal('OUTBOUND')]);
const status = Type.Union([Type.Literal('ACTIVE'), Type.Literal('DISABLED')]);

const inputs = {
  description: Type.Optional(Type.String({ maxLength: 500 })),
  events: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description: 'Types of events to hear of; everything when omitted or empty.',
    }),
  ),
  types: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 50,
      description: 'Of documents, only these types, such as invoice; all when omitted or empty.',
    }),
  ),
};
const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'Where to POST events. Redirects are not followed; private addresses are refused.',
});

const figures = Type.Object({
  waiting: Type.Integer({ description: 'Deliveries that are still to be told.' }),
  told: Type.Integer({ description: 'In the last 24 hours.' }),
  typicalAnswerMs: Type.Optional(Type.Integer({ description: 'The median of those.' })),
  last: Type.Optional(
    Type.Object({ statusCode: Type.Optional(Type.Integer()), error: optional, at: Type.String() }),
  ),
});

const webhookFields = {
  id: Type.String(),
  companyId: optional,
  url: Type.String(),
  description: optional,
  events: Type.Array(Type.String()),
  types: Type.Array(Type.String()),
  direction: Type.Optional(direction),
  status,
  disabledReason: Type.Optional(
    Type.Union([Type.Literal('MANUAL'), Type.Literal('FAILING'), Type.Literal('GONE')]),
  ),
  failingSince: optional,
  disablesAt: Type.Optional(
    Type.String({ description: 'When an endpoint that fails is disabled, unless it answers before.' }),
  ),
  createdAt: Type.String(),
  updatedAt: Type.String(),
};
const withSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.Optional(
      Type.String({ description: 'whsec_…, for any library of Standard Webhooks. Shown this once.' }),
    ),
  },
  { title: 'WebhookWithSecret' },
);

const counts = Type.Record(Type.String(), Type.Integer());
const deliveryStatus = Type.Union(DELIVERY_STATUSES.map((name) => Type.Literal(name)));
const deliveryFields = {
  id: Type.String(),
  webhookId: Type.String(),
  companyId: optional,
  eventId: Type.String({ description: 'Sent as webhook-id, the same on every attempt.' }),
  eventType: Type.String(),
  messageId: optional,
  participantId: optional,
  status: deliveryStatus,
  attempts: Type.Integer(),
  lastStatusCode: Type.Optional(Type.Integer()),
  lastError: optional,
  lastDurationMs: Type.Optional(Type.Integer()),
  nextAttemptAt: optional,
  createdAt: Type.String(),
  deliveredAt: optional,
};
const delivery = Type.Object(deliveryFields, { title: 'Delivery' });
const schedule = Type.Array(Type.Number(), {
  description: 'The plan of attempts: seconds before each, after the one before.',
});
const deliveryDetail = Type.Object(
  {
    ...deliveryFields,
    schedule,
    request: Type.Object({
      url: Type.String(),
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'Those that are the same on every attempt; time and signature are of each.',
      }),
      body: Type.String(),
    }),
    response: Type.Optional(
      Type.Object({ statusCode: Type.Integer(), body: Type.String({ description: 'The first 2 kB.' }) }),
    ),
  },
  { title: 'DeliveryDetail' },
);

type Deps = Parameters<typeof createWebhook>[0] &
  Parameters<typeof listDeliveries>[0] &
  Parameters<typeof replay>[0] &
  Parameters<typeof tryOut>[0];

export function webhookRoutes(deps: Deps) {
  const find: FindInReach = (principal, id) => webhookInSight(deps.db, principal, id);
  return {
    list: endpoint(
      {
        summary: 'List webhook endpoints',
        tags,
        querystring: strictObject({
          companyId: optional,
          figures: Type.Optional(Type.Boolean({ description: 'Also what each was told lately.' })),
        }),
        response: {
          200: Type.Object({
            webhooks: Type.Array(
              Type.Object({ ...webhookFields, figures: Type.Optional(figures) }, { title: 'Webhook' }),
            ),
          }),
        },
      },
      async ({ principal, query: { figures, ...query } }) => {
        const webhooks = await listWebhooks(deps, principal, query);
        return ok({ webhooks: figures ? await withFigures(deps.db, webhooks) : webhooks });
      },
    ),
    create: endpoint(
      {
        summary: 'Create a webhook endpoint; its signing secret is shown this once',
        description:
          'Requests are signed by the rules of Standard Webhooks 1.0.0. Answer 2xx within 15 s. Other answers are tried again for three days; 410 disables the endpoint, and so do five days without a success.',
        tags,
        body: strictObject({ url, companyId: optional, ...inputs, direction: Type.Optional(direction) }),
        response: { 201: withSecret },
      },
      async ({ principal, body }) => created(await createWebhook(deps, principal, body)),
    ),
    change: endpoint(
      {
        summary: 'Change a webhook endpoint, or rotate its secret',
        description: 'With rotateSecret the old secret is out of use at once, also for what is tried again.',
        tags,
        params: idParams,
        body: strictObject(
          {
            url: Type.Optional(url),
            ...inputs,
            direction: Type.Optional(Type.Union([direction, Type.Null()])),
            status: Type.Optional(status),
            rotateSecret: Type.Optional(Type.Boolean()),
          },
          { minProperties: 1 },
        ),
        response: { 200: withSecret },
      },
      async ({ principal, params: { id }, body }) => ok(await changeWebhook(deps, principal, id, body)),
      find,
    ),
    remove: endpoint(
      {
        summary: 'Delete a webhook endpoint; what waits for it is cancelled',
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await deleteWebhook(deps, principal, id);
        return noContent();
      },
      find,
    ),
    test: endpoint(
      {
        summary: 'Send a webhook.test now, and see what is answered',
        tags,
        params: idParams,
        response: { 200: deliveryDetail },
      },
      async ({ principal, params: { id } }) => ok(await tryOut(deps, principal, id)),
      find,
    ),
    recover: endpoint(
      {
        summary: 'Send again all that failed, and what was never tried, since a moment',
        description:
          'Also what happened while the endpoint was disabled, as far back as events are kept. It begins at once and goes on after the answer.',
        tags,
        params: idParams,
        body: strictObject({ since: Type.String(), until: optional }),
        response: {
          202: Type.Object({ webhookId: Type.String(), since: Type.String(), until: Type.String() }),
        },
      },
      async ({ principal, params: { id }, body }) => accepted(await recover(deps, principal, id, body)),
      find,
    ),
    deliveries: endpoint(
      {
        summary: 'List deliveries, newest first; they are kept for 30 days',
        tags,
        querystring: strictObject({
          ...pageQuery,
          limit: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 100,
              description: 'Rows a page; 0 with counts for counts alone.',
            }),
          ),
          ...periodQuery,
          status: Type.Optional(deliveryStatus),
          companyId: optional,
          webhookId: optional,
          messageId: Type.Optional(Type.String({ description: 'What was told of this document.' })),
          eventType: Type.Optional(Type.String({ maxLength: 100 })),
          counts: Type.Optional(Type.Boolean()),
          direction: Type.Optional(direction),
        }),
        response: {
          200: Type.Object({
            deliveries: Type.Array(delivery),
            schedule,
            ...pageFields,
            counts: Type.Optional(
              Type.Object({ total: Type.Integer(), byStatus: counts, byEventType: counts }),
            ),
          }),
        },
      },
      async ({ principal, query }) => ok(await listDeliveries(deps, principal, query)),
    ),
    delivery: endpoint(
      {
        summary: 'One delivery with what was sent and answered',
        tags,
        params: idParams,
        response: { 200: deliveryDetail },
      },
      async ({ principal, params: { id } }) => ok(await readDelivery(deps, principal, id)),
    ),
    replay: endpoint(
      {
        summary: 'Send one delivery again, under the same webhook-id',
        tags,
        params: idParams,
        response: { 202: delivery },
      },
      async ({ principal, params: { id } }) => accepted(await replay(deps, principal, id)),
      (principal, id) => deliveryInSight(deps.db, principal, id),
    ),
  };
}
