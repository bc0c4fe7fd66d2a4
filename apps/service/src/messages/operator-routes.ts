import { Type } from 'typebox';
import { ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { idParams, oneOf } from '../platform/http/fields.ts';
import { pageFields, pageQuery, periodQuery, searchQuery } from '../platform/http/page.ts';
import { MESSAGE_STATUS_NAMES } from '../platform/statuses.ts';
import { attemptSchema, directionSchema, optional, statusSchema } from './message-schema.ts';
import { listForOperator, readForOperator } from './operator-list.ts';
import { stuckGroups } from './stuck.ts';

const tags = ['Documents'];
const text = Type.String();
const whole = Type.Integer();
const counts = Type.Record(text, whole);

const fields = {
  id: text,
  accountId: text,
  accountName: text,
  companyId: text,
  direction: directionSchema,
  status: statusSchema,
  type: optional(),
  documentTypeId: text,
  sender: text,
  receiver: text,
  senderName: optional(),
  receiverName: optional(),
  bytes: whole,
  attempts: whole,
  nextAttemptAt: optional(),
  lastErrorCode: optional(),
  lastErrorMessage: optional(),
  accessPoint: optional(Type.String({ description: 'The seat of the other side.' })),
  endpointUrl: optional(Type.String({ description: 'Where it was tried last.' })),
  createdAt: text,
  statusChangedAt: text,
};
const document = Type.Object(fields, { title: 'OperatorMessage' });
const group = Type.Object(
  {
    accessPoint: optional(),
    endpointUrl: optional(),
    host: optional(),
    code: text,
    count: whole,
    retrying: whole,
    failed: whole,
    oldestAt: text,
    nextAttemptAt: optional(),
    circuit: optional(Type.Object({ state: oneOf(['OPEN', 'CLOSED']), openUntil: optional() })),
    hours: Type.Array(whole, { description: 'Of the last 24 hours, the oldest first.' }),
  },
  { title: 'StuckGroup' },
);

const query = strictObject({
  status: Type.Optional(
    Type.Array(statusSchema, {
      maxItems: MESSAGE_STATUS_NAMES.length,
      description: 'One of these; repeat it for several.',
    }),
  ),
  direction: Type.Optional(directionSchema),
  code: Type.Optional(Type.String({ maxLength: 64, description: 'lastErrorCode.' })),
  accessPoint: Type.Optional(Type.String({ maxLength: 64, description: "The receiver's seat." })),
  accountId: Type.Optional(text),
  older: Type.Optional(Type.String({ maxLength: 8, description: 'At least so old: 30m, 1h, 2d.' })),
  counts: Type.Optional(Type.Boolean()),
  ...searchQuery,
  ...periodQuery,
  ...pageQuery,
});

/** What the operator's people see of documents: never their content. [OPR-6] */
export function messageOperatorRoutes(deps: Parameters<typeof listForOperator>[0]) {
  return {
    list: operatorEndpoint(
      {
        summary: 'Documents of every account, newest first',
        description:
          'q is the id of a document, of its envelope or of its AS4 message, or the address of either side, exactly. counts are of the period, or of the last 30 days.',
        tags,
        querystring: query,
        response: {
          200: Type.Object({
            messages: Type.Array(document),
            counts: optional(Type.Object({ total: whole, byStatus: counts, byReason: counts })),
            ...pageFields,
          }),
        },
      },
      async ({ query: asked }) => ok(await listForOperator(deps, asked)),
    ),
    read: operatorEndpoint(
      {
        summary: 'A document with every attempt to deliver it',
        tags,
        params: idParams,
        response: { 200: Type.Object({ ...fields, attemptList: Type.Array(attemptSchema) }) },
      },
      async ({ params: { id } }) => ok(await readForOperator(deps, id)),
    ),
    stuck: operatorEndpoint(
      {
        summary: "Documents of the last week that do not get through, by receiver's access point and reason",
        tags,
        response: { 200: Type.Object({ groups: Type.Array(group) }) },
      },
      async () => ok({ groups: await stuckGroups(deps) }),
    ),
  };
}
