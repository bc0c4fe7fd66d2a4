import { Type } from 'typebox';
import { callbackField, flowField } from '../platform/http/flow-fields.ts';

/** What a caller may show to say who the provider says they are. */
export const proofFields = {
  idToken: Type.Optional(
    Type.String({ maxLength: 16_384, description: 'An ID token that the provider made for us.' }),
  ),
  nonce: Type.Optional(Type.String({ maxLength: 512, description: 'The nonce that the ID token has.' })),
  flow: Type.Optional(flowField('POST /v1/auth/oidc/start')),
  callbackUrl: Type.Optional(callbackField()),
};
