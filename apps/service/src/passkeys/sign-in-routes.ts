import { Type } from 'typebox';
import { type OpenCall, ok, openEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { base64url as binary } from '../platform/http/fields.ts';
import type { Origin } from '../sessions/session.ts';
import { signedInSchema } from '../sign-in/signed-in-schema.ts';
import { told } from '../sign-in/tell.ts';
import { type PasskeyLoginDeps, passkeyChallenge, passkeyLogin } from './sign-in.ts';

const tags = ['Sign-in and session'];
const originOf = ({ address, userAgent }: OpenCall<unknown>): Origin => ({ address, userAgent });

/** Signing in with a passkey. */
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
        response: { 200: signedInSchema },
      },
      async (call) => ok(await told(call, 'passkey', passkeyLogin(deps, originOf(call), call.body))),
    ),
  };
}
