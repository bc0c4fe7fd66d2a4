import { Type } from 'typebox';
import { endpoint, noContent, ok, openEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { endSession } from '../sessions/session.ts';
import { me } from './me.ts';
import { passwordLogin } from './password-login.ts';

const tags = ['Sign-in and session'];
const user = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Type.String(),
  companyIds: Type.Array(Type.String()),
  status: Type.String(),
  mustChangePassword: Type.Boolean(),
});

export function signInRoutes(deps: Parameters<typeof passwordLogin>[0]) {
  return {
    login: openEndpoint(
      {
        summary: 'Sign in with a password',
        tags,
        body: strictObject({
          email: Type.String({ maxLength: 254 }),
          password: Type.String({ maxLength: 1024 }),
        }),
        response: { 200: Type.Object({ token: Type.String(), expiresAt: Type.String(), user }) },
      },
      async ({ body, address }) => ok(await passwordLogin(deps, address, body)),
    ),
    logout: endpoint(
      { summary: 'End the session', tags, response: { 204: Type.Null() } },
      async ({ principal }) => {
        if (principal.kind === 'user') await endSession(deps.db, principal.session.id);
        return noContent();
      },
    ),
    me: endpoint(
      {
        summary: 'Who the credential belongs to',
        tags,
        response: {
          200: Type.Object({
            user: Type.Optional(user),
            session: Type.Optional(
              Type.Object({
                authMethod: Type.String(),
                issuer: Type.Optional(Type.String()),
                provider: Type.Optional(Type.String()),
              }),
            ),
            apiKey: Type.Optional(
              Type.Object({
                id: Type.String(),
                name: Type.String(),
                companyId: Type.Optional(Type.String()),
                permissions: Type.Array(Type.String()),
              }),
            ),
          }),
        },
      },
      async ({ principal }) => ok(me(principal)),
    ),
  };
}
