import { Type } from 'typebox';
import { endpoint, noContent, ok } from '../platform/http/endpoint.ts';
import { endOwnSession, listSessions } from './own-sessions.ts';

const tags = ['Sign-in and session'];
const session = Type.Object({
  id: Type.String(),
  authMethod: Type.String(),
  current: Type.Boolean({ description: 'Whether it is the session that asks.' }),
  address: Type.Optional(Type.String()),
  userAgent: Type.Optional(Type.String()),
  actor: Type.Optional(Type.Object({ name: Type.String(), reason: Type.String() })),
  createdAt: Type.String(),
  expiresAt: Type.String(),
});

export function sessionRoutes(deps: Parameters<typeof listSessions>[0]) {
  return {
    list: endpoint(
      {
        summary: 'Your own open sessions',
        tags,
        response: { 200: Type.Object({ sessions: Type.Array(session) }) },
      },
      async ({ principal }) => ok({ sessions: await listSessions(deps, principal) }),
    ),
    end: endpoint(
      {
        summary: 'End one of your own sessions',
        tags,
        params: Type.Object({ id: Type.String() }),
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await endOwnSession(deps, principal, id);
        return noContent();
      },
    ),
  };
}
