import { type OpenCall, ok, openEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { startedFlow } from '../platform/http/flow-fields.ts';
import { startCodeFlow } from '../platform/oidc/code-flow.ts';
import type { Origin } from '../sessions/session.ts';
import { signedInSchema } from '../sign-in/signed-in-schema.ts';
import { told } from '../sign-in/tell.ts';
import { proofFields } from './proof-schema.ts';
import { type OidcLoginDeps, oidcLogin } from './sign-in.ts';

const tags = ['Sign-in and session'];
const originOf = ({ address, userAgent }: OpenCall<unknown>): Origin => ({ address, userAgent });

/** Signing in at the identity provider. */
export function oidcRoutes(deps: OidcLoginDeps) {
  return {
    start: openEndpoint(
      {
        summary: 'Begin a sign-in at the identity provider: where to send the browser',
        tags,
        response: { 200: startedFlow },
      },
      async () => ok(await startCodeFlow(deps)),
    ),
    login: openEndpoint(
      {
        summary: 'Sign in with an ID token, or with what a sign-in at the identity provider ended in',
        tags,
        body: strictObject(proofFields),
        response: { 200: signedInSchema },
      },
      async (call) => ok(await told(call, 'sso', oidcLogin(deps, originOf(call), call.body))),
    ),
  };
}
