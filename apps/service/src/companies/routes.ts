import { Type } from 'typebox';
import { DIRECTIONS } from '../platform/access/route-access.ts';
import { created, endpoint, ok, strictObject } from '../platform/http/endpoint.ts';
import { csvFile, idParams, matching, nameField, oneOf } from '../platform/http/fields.ts';
import { pageFields, pageQuery, periodQuery, searchQuery } from '../platform/http/page.ts';
import { changeCompany, companiesAsCsv, companyOf, createCompany, listCompanies } from './company.ts';

const tags = ['Companies'];
const countryCode = matching('^([A-Z]{2})?$', 'must be two letters such as SE, or empty', {
  description: "Empty inherits the account's.",
});
const number = Type.String({ minLength: 1, maxLength: 100 });
const company = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    identifier: Type.String(),
    countryCode: Type.String(),
    registrationNumber: Type.Optional(Type.String()),
    vatNumber: Type.Optional(Type.String()),
    isAccountEntity: Type.Boolean(),
    status: oneOf(['ACTIVE', 'ARCHIVED']),
    participantCount: Type.Integer(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { title: 'Company' },
);

export function companyRoutes(deps: Parameters<typeof listCompanies>[0]) {
  return {
    list: endpoint(
      {
        summary:
          'List companies; whole without limit and cursor, in pages with either; format=csv as a CSV file',
        tags,
        querystring: strictObject({
          ...searchQuery,
          ...pageQuery,
          ...periodQuery,
          direction: Type.Optional(
            oneOf(DIRECTIONS, { description: 'Companies with an address that receives, or that sends.' }),
          ),
          status: Type.Optional(oneOf(['ACTIVE', 'ARCHIVED'])),
          format: Type.Optional(oneOf(['json', 'csv'])),
        }),
        response: {
          200: Type.Union([Type.Object({ companies: Type.Array(company), ...pageFields }), csvFile()]),
        },
      },
      async ({ principal, query: { format, ...query } }) => {
        if (format === 'csv') return companiesAsCsv(deps, principal, query);
        const { rows, ...cursors } = await listCompanies(deps, principal, query);
        return ok({ companies: rows, ...cursors });
      },
    ),
    create: endpoint(
      {
        summary: 'Create a company',
        tags,
        body: strictObject({
          name: nameField(),
          identifier: Type.Optional(Type.String()),
          countryCode: Type.Optional(countryCode),
          registrationNumber: Type.Optional(number),
          vatNumber: Type.Optional(number),
        }),
        response: { 201: company },
      },
      async ({ principal, body }) => created(await createCompany(deps, principal, body)),
    ),
    get: endpoint(
      { summary: 'Read a company', tags, params: idParams, response: { 200: company } },
      async ({ principal, params: { id } }) => ok(await companyOf(deps.db, principal, id)),
    ),
    change: endpoint(
      {
        summary: 'Change a company',
        tags,
        params: idParams,
        body: strictObject({
          name: Type.Optional(nameField()),
          identifier: Type.Optional(Type.String()),
          countryCode: Type.Optional(countryCode),
          registrationNumber: Type.Optional(Type.String({ maxLength: 100 })),
          vatNumber: Type.Optional(Type.String({ maxLength: 100 })),
        }),
        response: { 200: company },
      },
      async ({ principal, params: { id }, body }) => ok(await changeCompany(deps, principal, id, body)),
      (principal, id) => companyOf(deps.db, principal, id),
    ),
  };
}
