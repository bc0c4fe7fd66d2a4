import { Type } from 'typebox';
import { created, endpoint, noContent, ok, openEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { idParams } from '../platform/http/fields.ts';
import { pageFields, pageQuery } from '../platform/http/page.ts';
import { linkIdentity, unlinkIdentity } from './identity.ts';
import { listIdentities } from './list.ts';
import { proofFields } from './proof-schema.ts';
import { type SsoStatusDeps, ssoStatus } from './status.ts';

const tags = ['Single sign-on identities'];
const identity = Type.Object(
  {
    id: Type.String(),
    userId: Type.String(),
    email: Type.String(),
    provider: Type.String(),
    issuer: Type.String(),
    subject: Type.String(),
    createdAt: Type.String(),
    lastUsedAt: Type.Optional(Type.String()),
  },
  { title: 'SsoIdentity' },
);

export function ssoRoutes(
  deps: SsoStatusDeps & Parameters<typeof linkIdentity>[0] & Parameters<typeof listIdentities>[0],
) {
  return {
    status: openEndpoint(
      {
        summary: 'Which ways of signing in there are besides the password',
        tags: ['Sign-in and session'],
        response: {
          200: Type.Object({
            configured: Type.Boolean(),
            provider: Type.Union([Type.String(), Type.Null()]),
            issuer: Type.Union([Type.String(), Type.Null()]),
            passkeysEnabled: Type.Boolean(),
          }),
        },
      },
      async () => ok(ssoStatus(deps)),
    ),
    list: endpoint(
      {
        summary: 'List the identities of the users in sight',
        tags,
        querystring: strictObject(pageQuery),
        response: {
          200: Type.Object({
            identities: Type.Array(identity),
            ...pageFields,
          }),
        },
      },
      async ({ principal, query }) => {
        const { rows, ...cursors } = await listIdentities(deps, principal, query);
        return ok({ identities: rows, ...cursors });
      },
    ),
    link: endpoint(
      {
        summary: 'Link an identity: your own, or by an API key that of a user',
        tags,
        body: strictObject({
          ...proofFields,
          userId: Type.Optional(Type.String({ description: 'From an API key: whose identity it is.' })),
        }),
        response: { 201: identity },
      },
      async ({ principal, body }) => created(await linkIdentity(deps, principal, body)),
    ),
    unlink: endpoint(
      {
        summary: 'Remove an identity',
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await unlinkIdentity(deps, principal, id);
        return noContent();
      },
    ),
  };
}
