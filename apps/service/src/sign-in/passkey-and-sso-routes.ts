import { Type } from 'typebox';
import { type OpenCall, ok, openEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { base64url } from '../platform/http/fields.ts';
import type { Origin } from '../sessions/session.ts';
import { proofFields } from '../sso/proof-schema.ts';
import { userSchema } from '../users/user-schema.ts';
import { type OidcLoginDeps, oidcLogin, startOidcLogin } from './oidc-login.ts';
import { type PasskeyLoginDeps, passkeyChallenge, passkeyLogin } from './passkey-login.ts';
import { told } from './tell.ts';

const tags = ['Sign-in and session'];
const signedIn = Type.Object(
  {
    token: Type.String(),
    expiresAt: Type.String(),
    user: userSchema,
  },
  { title: 'SignedIn' },
);
const binary = base64url;
const originOf = ({ address, userAgent }: OpenCall<unknown>): Origin => ({ address, userAgent });

export function oidcRoutes(deps: OidcLoginDeps) {
  return {
    start: openEndpoint(
      {
        summary: 'Begin a sign-in at the identity provider: where to send the browser',
        tags,
        response: {
          200: Type.Object({
            authorizationUrl: Type.String(),
            flow: Type.String({ description: 'For the browser alone, until it comes back.' }),
            expiresAt: Type.String(),
          }),
        },
      },
      async () => ok(await startOidcLogin(deps)),
    ),
    login: openEndpoint(
      {
        summary: 'Sign in with an ID token, or with what a sign-in at the identity provider ended in',
        tags,
        body: strictObject(proofFields),
        response: { 200: signedIn },
      },
      async (call) => ok(await told(call, 'sso', oidcLogin(deps, originOf(call), call.body))),
    ),
  };
}

export function passkeyLoginRoutes(deps: PasskeyLoginDeps) {
  return {
    challenge: openEndpoint(
      {
        summary: 'Options with which a browser signs in by a passkey',
        tags,
        response: { 200: Type.Object({ publicKey: Type.Any() }) },
      },
      async () => ok({ publicKey: await passkeyChallenge(deps) }),
    ),
    login: openEndpoint(
      {
        summary: 'Sign in with a passkey; all members are base64url',
        tags,
        body: strictObject({
          id: binary(1_400),
          authenticatorData: binary(10_000),
          clientDataJSON: binary(10_000),
          signature: binary(10_000),
          userHandle: binary(100),
        }),
        response: { 200: signedIn },
      },
      async (call) => ok(await told(call, 'passkey', passkeyLogin(deps, originOf(call), call.body))),
    ),
  };
}
