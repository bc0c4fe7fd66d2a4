import { Type } from 'typebox';
import { created, endpoint, noContent, ok, strictObject } from '../platform/http/endpoint.ts';
import { base64url, idParams, matching, nameField } from '../platform/http/fields.ts';
import type { PasskeyDeps } from './challenge.ts';
import { listPasskeys, registerPasskey, registrationOptions, removePasskey } from './passkey.ts';

const tags = ['Passkeys'];
const binary = base64url;
const passkey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    aaguid: Type.String(),
    transports: Type.Array(Type.String()),
    createdAt: Type.String(),
    lastUsedAt: Type.Optional(Type.String()),
    lockedAt: Type.Optional(
      Type.String({
        description: 'Since when there seems to be a copy of it; it opens nothing until it is removed.',
      }),
    ),
  },
  { title: 'Passkey' },
);

export function passkeyRoutes(deps: PasskeyDeps) {
  return {
    list: endpoint(
      {
        summary: 'Your own passkeys',
        tags,
        response: { 200: Type.Object({ passkeys: Type.Array(passkey) }) },
      },
      async ({ principal }) => ok({ passkeys: await listPasskeys(deps, principal) }),
    ),
    challenge: endpoint(
      {
        summary: 'Options with which a browser makes a passkey',
        tags,
        response: { 200: Type.Object({ publicKey: Type.Any() }) },
      },
      async ({ principal }) => ok({ publicKey: await registrationOptions(deps, principal) }),
    ),
    register: endpoint(
      {
        summary: 'Register the passkey that the browser made; binary members are base64url',
        tags,
        body: strictObject({
          name: nameField(100),
          id: binary(1_400),
          attestationObject: binary(200_000),
          clientDataJSON: binary(10_000),
          transports: Type.Optional(
            Type.Array(matching('^[a-z-]{1,32}$', 'must be a transport such as internal or usb'), {
              maxItems: 10,
            }),
          ),
        }),
        response: { 201: passkey },
      },
      async ({ principal, body }) => created(await registerPasskey(deps, principal, body)),
    ),
    remove: endpoint(
      {
        summary: 'Remove one of your own passkeys, the last one too',
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await removePasskey(deps, principal, id);
        return noContent();
      },
    ),
  };
}
