import { Type } from 'typebox';
import {
  created,
  noContent,
  ok,
  openEndpoint,
  operatorEndpoint,
  strictObject,
} from '../platform/http/endpoint.ts';
import { addressLike, emailField, nameField } from '../platform/http/fields.ts';
import { makeFirst } from './people.ts';
import { environment, network, signedInSchema } from './schema.ts';
import { endSession, originOf } from './session.ts';
import { type SetupDeps, setup } from './setup.ts';
import { login, type SignInDeps } from './sign-in.ts';

const tags = ['Sign-in'];
const password = Type.String({ maxLength: 1_000 });

/** How the operator's people get in. */
export function doorRoutes(deps: SignInDeps & SetupDeps) {
  return {
    setup: openEndpoint(
      {
        summary: 'What the door must know before anybody has signed in',
        tags,
        response: {
          200: Type.Object({
            needsFirst: Type.Boolean({ description: 'There is no operator yet.' }),
            passkeysEnabled: Type.Boolean({ description: 'Whether browsers know passkeys at OPERATOR_URL.' }),
            provider: Type.Optional(
              Type.String({ description: 'What the identity provider is called, where there is one.' }),
            ),
            environment,
            network,
          }),
        },
      },
      async () => ok(await setup(deps)),
    ),
    first: operatorEndpoint(
      {
        summary: 'Make the first operator, an admin, with the shared token of DATA_DIR',
        tags,
        body: strictObject({
          name: nameField(100),
          email: emailField(),
          password,
        }),
        response: { 201: signedInSchema },
      },
      async (call) => created(await makeFirst(deps, call.principal, originOf(call), call.body)),
    ),
    login: openEndpoint(
      {
        summary: 'Sign in with a password',
        tags,
        body: strictObject({ email: addressLike(), password }),
        response: { 200: signedInSchema },
      },
      async (call) => ok(await login(deps, originOf(call), call.body)),
    ),
    logout: operatorEndpoint(
      { summary: 'End the session', tags, response: { 204: Type.Null() } },
      async ({ principal }) => {
        const { credential } = principal;
        if (credential.kind === 'session') await endSession(deps, principal, credential.id);
        return noContent();
      },
    ),
  };
}
