import { Type } from 'typebox';
import { auditFields } from '../platform/http/audit-schema.ts';
import { ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { pageFields, pageQuery, periodQuery, searchQuery } from '../platform/http/page.ts';
import { listOperatorAudit } from './audit.ts';

const tags = ['Operators'];
const text = Type.String();
const some = Type.Optional(text);

const auditRow = Type.Object(
  {
    ...auditFields,
    actorId: Type.Optional(Type.String({ description: 'The operator; absent for nobody yet.' })),
    tokenName: Type.Optional(Type.String({ description: 'Of the token of theirs that was used.' })),
    address: some,
    accountId: some,
    accountName: some,
  },
  { title: 'OperatorAuditRow' },
);

/** What the operator's people did. */
export function auditRoutes(deps: Parameters<typeof listOperatorAudit>[0]) {
  return {
    list: operatorEndpoint(
      {
        summary: "What the operator's people did, newest first",
        tags,
        querystring: strictObject({
          operatorId: some,
          accountId: some,
          eventType: Type.Optional(Type.String({ maxLength: 64 })),
          ...searchQuery,
          ...periodQuery,
          ...pageQuery,
        }),
        response: { 200: Type.Object({ rows: Type.Array(auditRow), ...pageFields }) },
      },
      async ({ query }) => ok(await listOperatorAudit(deps, query)),
    ),
  };
}
