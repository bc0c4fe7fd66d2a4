import { ok, openEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { callbackField, flowField, startedFlow } from '../platform/http/flow-fields.ts';
import { startCodeFlow } from '../platform/oidc/code-flow.ts';
import { signedInSchema } from './schema.ts';
import { originOf } from './session.ts';
import { type SsoSignInDeps, signInBySso } from './sso-sign-in.ts';

const tags = ['Sign-in'];

/** Signing in at the identity provider of the operator's people. */
export function operatorSsoRoutes(deps: SsoSignInDeps) {
  return {
    start: openEndpoint(
      {
        summary: 'Begin a sign-in at the identity provider: where to send the browser',
        tags,
        response: { 200: startedFlow },
      },
      async () => ok(await startCodeFlow(deps)),
    ),
    signIn: openEndpoint(
      {
        summary: 'Sign in with what a sign-in at the identity provider ended in',
        tags,
        body: strictObject({
          flow: flowField('POST /operator/v1/auth/oidc/start'),
          callbackUrl: callbackField(),
        }),
        response: { 200: signedInSchema },
      },
      async (call) => ok(await signInBySso(deps, originOf(call), call.body)),
    ),
  };
}
