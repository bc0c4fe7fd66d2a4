import { Type } from 'typebox';
import { endpoint, noContent, ok, strictObject } from '../platform/http/endpoint.ts';
import { idParams, oneOf } from '../platform/http/fields.ts';
import { pageFields, pageQuery } from '../platform/http/page.ts';
import { endOwnSession, listSessions } from './own-sessions.ts';

const tags = ['Sign-in and session'];
const session = Type.Object(
  {
    id: Type.String(),
    authMethod: oneOf(['password', 'sso', 'passkey', 'desk']),
    current: Type.Boolean({ description: 'Whether it is the session that asks.' }),
    address: Type.Optional(Type.String()),
    userAgent: Type.Optional(Type.String()),
    actor: Type.Optional(Type.Object({ name: Type.String(), reason: Type.String() })),
    createdAt: Type.String(),
    expiresAt: Type.String(),
  },
  { title: 'Session' },
);

export function sessionRoutes(deps: Parameters<typeof listSessions>[0]) {
  return {
    list: endpoint(
      {
        summary: 'Your own open sessions',
        tags,
        querystring: strictObject(pageQuery),
        response: {
          200: Type.Object({ sessions: Type.Array(session), ...pageFields }),
        },
      },
      async ({ principal, query }) => {
        const { rows, ...cursors } = await listSessions(deps, principal, query);
        return ok({ sessions: rows, ...cursors });
      },
    ),
    end: endpoint(
      {
        summary: 'End one of your own sessions',
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await endOwnSession(deps, principal, id);
        return noContent();
      },
    ),
  };
}
