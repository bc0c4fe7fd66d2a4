import { Type } from 'typebox';
import { auditFields } from '../platform/http/audit-schema.ts';
import { endpoint, ok, strictObject } from '../platform/http/endpoint.ts';
import { oneOf } from '../platform/http/fields.ts';
import { pageFields, pageQuery, periodQuery, searchQuery } from '../platform/http/page.ts';
import { listAccountAudit } from './list.ts';

const row = Type.Object(
  {
    ...auditFields,
    actorKind: oneOf(['USER', 'API_KEY', 'OPERATOR', 'NOBODY']),
    actorId: Type.Optional(Type.String()),
    address: Type.Optional(Type.String({ description: 'Where the request came from.' })),
  },
  { title: 'AuditRow' },
);

export function auditRoutes(deps: Parameters<typeof listAccountAudit>[0]) {
  return {
    list: endpoint(
      {
        summary: 'Who did what in the account, newest first',
        tags: ['Account'],
        querystring: strictObject({
          eventType: Type.Optional(Type.String({ maxLength: 64 })),
          companyId: Type.Optional(Type.String({ description: 'What concerns this company.' })),
          ...searchQuery,
          ...periodQuery,
          ...pageQuery,
        }),
        response: {
          200: Type.Object({
            rows: Type.Array(row),
            ...pageFields,
          }),
        },
      },
      async ({ principal, query }) => ok(await listAccountAudit(deps, principal, query)),
    ),
  };
}
