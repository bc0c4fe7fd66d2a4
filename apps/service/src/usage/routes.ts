import { Type } from 'typebox';
import { USAGE_KINDS } from '../ledger/kind.ts';
import { endpoint, ok, strictObject } from '../platform/http/endpoint.ts';
import { csvFile, oneOf } from '../platform/http/fields.ts';
import { periodQuery } from '../platform/http/page.ts';
import { readUsage, usageAsCsv } from './totals.ts';

const totals = Type.Object(Object.fromEntries(USAGE_KINDS.map((kind) => [kind, Type.Integer()])));

export function usageRoutes(deps: Parameters<typeof readUsage>[0]) {
  return {
    read: endpoint(
      {
        summary: 'Metered events, in all and per company',
        description:
          'The last 24 hours when no period is given. With bucket=day also each day of up to 400, in UTC. format=csv answers accountId, companyId, kind, count.',
        tags: ['Usage'],
        querystring: strictObject({
          ...periodQuery,
          companyId: Type.Optional(Type.String()),
          bucket: Type.Optional(oneOf(['day'])),
          format: Type.Optional(oneOf(['json', 'csv'])),
        }),
        response: {
          200: Type.Union([
            Type.Object({
              from: Type.String(),
              to: Type.String(),
              totals,
              companies: Type.Array(
                Type.Object({
                  companyId: Type.Union([Type.String(), Type.Null()]),
                  name: Type.Optional(Type.String()),
                  totals,
                }),
              ),
              days: Type.Optional(
                Type.Array(
                  Type.Object({ date: Type.String({ description: 'YYYY-MM-DD, in UTC.' }), totals }),
                ),
              ),
            }),
            csvFile(),
          ]),
        },
      },
      async ({ principal, query: { format, ...query } }) =>
        format === 'csv' ? usageAsCsv(deps, principal, query) : ok(await readUsage(deps, principal, query)),
    ),
  };
}
