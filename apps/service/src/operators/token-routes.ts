import { Type } from 'typebox';
import { created, noContent, ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { idParams, nameField } from '../platform/http/fields.ts';
import { role, tokenSchema } from './schema.ts';
import { createToken, listTokens, revokeToken } from './token.ts';

const tags = ['Operators'];

/** Tokens for programs. */
export function tokenRoutes(deps: Parameters<typeof createToken>[0]) {
  return {
    list: operatorEndpoint(
      {
        summary: 'Tokens for programs: your own, or everybody’s for an admin; newest first',
        tags,
        response: { 200: Type.Object({ tokens: Type.Array(tokenSchema) }) },
      },
      async ({ principal }) => ok({ tokens: await listTokens(deps, principal) }),
    ),
    create: operatorEndpoint(
      {
        summary: 'Make a token for a program, of at most your own role',
        tags,
        body: strictObject({
          name: nameField(100),
          role,
          expiresInDays: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 366, description: '90 when omitted.' }),
          ),
        }),
        response: {
          201: Type.Object({
            token: tokenSchema,
            value: Type.String({ description: 'In this answer and nowhere else.' }),
          }),
        },
      },
      async ({ principal, body }) => created(await createToken(deps, principal, body)),
    ),
    revoke: operatorEndpoint(
      {
        summary: 'Revoke a token, at once',
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await revokeToken(deps, principal, id);
        return noContent();
      },
    ),
  };
}
