import { Type } from 'typebox';

/** What a caller may show to say who the provider says they are. */
export const proofFields = {
  idToken: Type.Optional(
    Type.String({ maxLength: 16_384, description: 'An ID token that the provider made for us.' }),
  ),
  nonce: Type.Optional(Type.String({ maxLength: 512, description: 'The nonce that the ID token has.' })),
  flow: Type.Optional(Type.String({ maxLength: 200, description: 'From POST /v1/auth/oidc/start.' })),
  callbackUrl: Type.Optional(
    Type.String({
      maxLength: 8_192,
      format: 'uri',
      description: 'The address, with its query, to which the provider sent the browser back.',
    }),
  ),
};
