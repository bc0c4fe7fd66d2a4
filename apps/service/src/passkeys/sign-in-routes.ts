import { type OpenCall, ok, openEndpoint } from '../platform/http/endpoint.ts';
import { browserOptions, passkeyAssertion } from '../platform/http/passkey-fields.ts';
import { requestOptions } from '../platform/webauthn/assertion.ts';
import type { Origin } from '../sessions/session.ts';
import { signedInSchema } from '../sign-in/signed-in-schema.ts';
import { told } from '../sign-in/tell.ts';
import { type PasskeyLoginDeps, passkeyLogin } from './sign-in.ts';

const tags = ['Sign-in and session'];
const originOf = ({ address, userAgent }: OpenCall<unknown>): Origin => ({ address, userAgent });

/** Signing in with a passkey. */
export function passkeyLoginRoutes(deps: PasskeyLoginDeps) {
  return {
    challenge: openEndpoint(
      {
        summary: 'Options with which a browser signs in by a passkey',
        tags,
        response: { 200: browserOptions },
      },
      async () => ok({ publicKey: await requestOptions(deps) }),
    ),
    login: openEndpoint(
      {
        summary: 'Sign in with a passkey; all members are base64url',
        tags,
        body: passkeyAssertion,
        response: { 200: signedInSchema },
      },
      async (call) => ok(await told(call, 'passkey', passkeyLogin(deps, originOf(call), call.body))),
    ),
  };
}
