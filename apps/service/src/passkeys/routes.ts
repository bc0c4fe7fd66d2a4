import { Type } from 'typebox';
import { created, endpoint, noContent, ok } from '../platform/http/endpoint.ts';
import { idParams } from '../platform/http/fields.ts';
import {
  browserOptions,
  newPasskey,
  passkeySchema,
  passkeysSchema,
} from '../platform/http/passkey-fields.ts';
import type { PasskeyFace } from '../platform/webauthn/relying-party.ts';
import { listPasskeys, registerPasskey, registrationOptions, removePasskey } from './passkey.ts';

const tags = ['Passkeys'];

export function passkeyRoutes(face: PasskeyFace) {
  return {
    list: endpoint(
      { summary: 'Your own passkeys', tags, response: { 200: passkeysSchema } },
      async ({ principal }) => ok({ passkeys: await listPasskeys(face, principal) }),
    ),
    challenge: endpoint(
      {
        summary: 'Options with which a browser makes a passkey',
        tags,
        response: { 200: browserOptions },
      },
      async ({ principal }) => ok({ publicKey: await registrationOptions(face, principal) }),
    ),
    register: endpoint(
      {
        summary: 'Register the passkey that the browser made; binary members are base64url',
        tags,
        body: newPasskey,
        response: { 201: passkeySchema },
      },
      async ({ principal, body }) => created(await registerPasskey(face, principal, body)),
    ),
    remove: endpoint(
      {
        summary: 'Remove one of your own passkeys, the last one too',
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await removePasskey(face, principal, id);
        return noContent();
      },
    ),
  };
}
