import { Type } from 'typebox';
import { PERMISSIONS } from '../platform/access/principal.ts';
import {
  endpoint,
  noContent,
  type OpenCall,
  ok,
  openEndpoint,
  strictObject,
} from '../platform/http/endpoint.ts';
import { addressLike, oneOf } from '../platform/http/fields.ts';
import { signOut } from '../sessions/own-sessions.ts';
import type { Origin } from '../sessions/session.ts';
import { userSchema } from '../users/user-schema.ts';
import { exchangeHandoff } from './desk-session.ts';
import { me } from './me.ts';
import { type PasswordLoginDeps, passwordLogin } from './password-login.ts';
import { forgotPassword, resetPassword } from './password-reset.ts';
import { told } from './tell.ts';

const tags = ['Sign-in and session'];
const user = userSchema;
const actor = Type.Object({ name: Type.String(), reason: Type.String() });
const signedIn = { token: Type.String(), expiresAt: Type.String(), user };
const token = Type.String({ maxLength: 200 });
const email = addressLike();

const originOf = ({ address, userAgent }: OpenCall<unknown>): Origin => ({ address, userAgent });

export function signInRoutes(deps: PasswordLoginDeps) {
  return {
    login: openEndpoint(
      {
        summary: 'Sign in with a password',
        tags,
        body: strictObject({
          email,
          password: Type.String({ maxLength: 1024 }),
        }),
        response: { 200: Type.Object(signedIn, { title: 'SignedIn' }) },
      },
      async (call) => ok(await told(call, 'password', passwordLogin(deps, originOf(call), call.body))),
    ),
    forgot: openEndpoint(
      {
        summary:
          'Ask for a mail with a link to set a new password; the answer never says whether there is such a user',
        tags,
        body: strictObject({ email }),
        response: { 204: Type.Null() },
      },
      async ({ body }) => {
        await forgotPassword(deps, body);
        return noContent();
      },
    ),
    reset: openEndpoint(
      {
        summary: 'Set a password with a mailed link',
        tags,
        body: strictObject({ token, password: Type.String() }),
        response: { 204: Type.Null() },
      },
      async ({ address, body }) => {
        await resetPassword(deps, address, body);
        return noContent();
      },
    ),
    exchangeDesk: openEndpoint(
      {
        summary: "Exchange the operator's handoff token for a session",
        tags,
        body: strictObject({ token }),
        response: { 200: Type.Object({ ...signedIn, actor }) },
      },
      async (call) => ok(await told(call, 'desk', exchangeHandoff(deps, originOf(call), call.body))),
    ),
    logout: endpoint(
      { summary: 'End the session', tags, response: { 204: Type.Null() } },
      async ({ principal }) => {
        await signOut(deps, principal);
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
                expiresAt: Type.String(),
                authMethod: oneOf(['password', 'sso', 'passkey', 'desk']),
                issuer: Type.Optional(Type.String()),
                provider: Type.Optional(Type.String()),
                actor: Type.Optional(actor),
              }),
            ),
            apiKey: Type.Optional(
              Type.Object({
                id: Type.String(),
                name: Type.String(),
                companyId: Type.Optional(Type.String()),
                permissions: Type.Array(oneOf(PERMISSIONS)),
              }),
            ),
          }),
        },
      },
      async ({ principal }) => ok(await me(deps, principal)),
    ),
  };
}
