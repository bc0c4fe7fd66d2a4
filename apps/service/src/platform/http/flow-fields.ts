import { Type } from 'typebox';

/** A sign-in at the identity provider that has begun. */
export const startedFlow = Type.Object({
  authorizationUrl: Type.String(),
  flow: Type.String({ description: 'For the browser alone, until it comes back.' }),
  expiresAt: Type.String(),
});

export const flowField = (startedBy: string) =>
  Type.String({ maxLength: 200, description: `From ${startedBy}.` });

export const callbackField = () =>
  Type.String({
    maxLength: 8_192,
    format: 'uri',
    description: 'The address, with its query, to which the provider sent the browser back.',
  });
