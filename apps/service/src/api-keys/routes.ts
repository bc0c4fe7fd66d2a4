import { Type } from 'typebox';
import { PERMISSIONS } from '../platform/access/principal.ts';
import { created, endpoint, noContent, ok, strictObject } from '../platform/http/endpoint.ts';
import { idParams, nameField, oneOf } from '../platform/http/fields.ts';
import { type Cursors, pageFields, pageQuery } from '../platform/http/page.ts';
import { createApiKey, listApiKeys, requireInReach, revokeApiKey } from './api-key.ts';

const tags = ['API keys'];
const permission = oneOf(PERMISSIONS);
const keyFields = {
  id: Type.String(),
  name: Type.String(),
  companyId: Type.Optional(Type.String()),
  permissions: Type.Array(permission),
  prefix: Type.String(),
  createdAt: Type.String(),
  createdBy: Type.String(),
  lastUsedAt: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Type.String()),
};

export function apiKeyRoutes(deps: Parameters<typeof createApiKey>[0] & { cursors: Cursors }) {
  return {
    list: endpoint(
      {
        summary: 'List API keys',
        tags,
        querystring: strictObject({ companyId: Type.Optional(Type.String()), ...pageQuery }),
        response: {
          200: Type.Object({
            apiKeys: Type.Array(Type.Object(keyFields, { title: 'ApiKey' })),
            ...pageFields,
          }),
        },
      },
      async ({ principal, query }) => {
        const { rows, ...cursors } = await listApiKeys(deps, principal, query);
        return ok({ apiKeys: rows, ...cursors });
      },
    ),
    create: endpoint(
      {
        summary: 'Create an API key; its value is shown this once',
        tags,
        body: strictObject({
          name: nameField(),
          companyId: Type.Optional(Type.String()),
          permissions: Type.Optional(Type.Array(permission)),
          expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
        }),
        response: { 201: Type.Object({ ...keyFields, key: Type.String() }, { title: 'NewApiKey' }) },
      },
      async ({ principal, body }) => created(await createApiKey(deps, principal, body)),
    ),
    revoke: endpoint(
      {
        summary: 'Revoke an API key, at once and for good',
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params }) => {
        await revokeApiKey(deps, principal, params.id);
        return noContent();
      },
      (principal, id) => requireInReach(deps.db, principal, id),
    ),
  };
}
