import { Type } from 'typebox';
import { actingOperator } from '../platform/access/actor.ts';
import { created, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { issueHandoff } from './desk-session.ts';

const tags = ['Accounts'];

/** Acting for a customer, at the customer's own desk. */
export function deskRoutes(deps: Parameters<typeof issueHandoff>[0]) {
  return {
    open: operatorEndpoint(
      {
        summary: 'A handoff token, to act for an account within the next minute; its audit shows it',
        tags,
        body: strictObject({
          accountId: Type.String(),
          userId: Type.Optional(
            Type.String({ description: 'For whom to act; the longest-standing owner when omitted.' }),
          ),
          reason: Type.String({ minLength: 1, maxLength: 500 }),
          operatorName: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 100,
              description: 'Only with the shared token, which is nobody.',
            }),
          ),
        }),
        response: {
          201: Type.Object({
            token: Type.String({ description: 'For POST /v1/desk-sessions/exchange, once.' }),
            expiresAt: Type.String(),
            accountId: Type.String(),
            userId: Type.String(),
          }),
        },
      },
      async ({ principal, body: { operatorName, ...input } }) => {
        const actor = actingOperator(principal);
        const isNobody = principal.credential.kind === 'shared-token';
        const name = (isNobody && operatorName) || actor.name;
        return created(await issueHandoff(deps, input, { ...actor, name }));
      },
    ),
  };
}
