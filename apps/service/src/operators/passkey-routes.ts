import { Type } from 'typebox';
import { created, noContent, ok, openEndpoint, operatorEndpoint } from '../platform/http/endpoint.ts';
import { idParams } from '../platform/http/fields.ts';
import {
  browserOptions,
  newPasskey,
  passkeyAssertion,
  passkeySchema,
  passkeysSchema,
} from '../platform/http/passkey-fields.ts';
import { requestOptions } from '../platform/webauthn/assertion.ts';
import { type PasskeySignInDeps, signInByPasskey } from './passkey-sign-in.ts';
import {
  ownPasskeys,
  passkeysOfOperator,
  registerPasskey,
  registrationOptions,
  removeOperatorPasskey,
  removeOwnPasskey,
} from './passkeys.ts';
import { signedInSchema } from './schema.ts';
import { originOf } from './session.ts';

/** Passkeys of the operator's people: the way in, one's own, and those of colleagues. */
export function operatorPasskeyRoutes(deps: PasskeySignInDeps) {
  return { ...doorRoutes(deps), ...ownRoutes(deps), ...adminRoutes(deps) };
}

function doorRoutes(deps: PasskeySignInDeps) {
  const tags = ['Sign-in'];
  return {
    signInChallenge: openEndpoint(
      {
        summary: 'Options with which a browser signs in by a passkey',
        tags,
        response: { 200: browserOptions },
      },
      async () => ok({ publicKey: await requestOptions(deps) }),
    ),
    signIn: openEndpoint(
      {
        summary: 'Sign in with a passkey; all members are base64url',
        tags,
        body: passkeyAssertion,
        response: { 200: signedInSchema },
      },
      async (call) => ok(await signInByPasskey(deps, originOf(call), call.body)),
    ),
  };
}

function ownRoutes(deps: PasskeySignInDeps) {
  const tags = ['Sign-in'];
  return {
    list: operatorEndpoint(
      { summary: 'Your own passkeys, oldest first', tags, response: { 200: passkeysSchema } },
      async ({ principal }) => ok({ passkeys: await ownPasskeys(deps, principal) }),
    ),
    challenge: operatorEndpoint(
      {
        summary: 'Options with which a browser makes a passkey',
        tags,
        response: { 200: browserOptions },
      },
      async ({ principal }) => ok({ publicKey: await registrationOptions(deps, principal) }),
    ),
    register: operatorEndpoint(
      {
        summary: 'Register the passkey that the browser made; binary members are base64url',
        tags,
        body: newPasskey,
        response: { 201: passkeySchema },
      },
      async ({ principal, body }) => created(await registerPasskey(deps, principal, body)),
    ),
    remove: operatorEndpoint(
      {
        summary: 'Remove one of your own passkeys, the last one too',
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await removeOwnPasskey(deps, principal, id);
        return noContent();
      },
    ),
  };
}

function adminRoutes(deps: PasskeySignInDeps) {
  const tags = ['Operators'];
  return {
    listOf: operatorEndpoint(
      {
        summary: 'The passkeys of an operator, oldest first',
        tags,
        params: idParams,
        response: { 200: passkeysSchema },
      },
      async ({ params: { id } }) => ok({ passkeys: await passkeysOfOperator(deps, id) }),
    ),
    removeOf: operatorEndpoint(
      {
        summary: 'Remove a passkey of an operator, who is signed out everywhere',
        description: 'For a device that is lost. Whoever removes a passkey of their own so stays signed in.',
        tags,
        params: Type.Object({ id: Type.String(), passkeyId: Type.String() }),
        response: { 204: Type.Null() },
      },
      async ({ principal, params }) => {
        await removeOperatorPasskey(deps, principal, params);
        return noContent();
      },
    ),
  };
}
