import { Type } from 'typebox';
import { actingOperator } from '../platform/access/actor.ts';
import { created, noContent, ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { idParams } from '../platform/http/fields.ts';
import { issueHandoff } from './desk-session.ts';
import { endDesk, listDesks } from './desks.ts';

const tags = ['Accounts'];
const text = Type.String();
const desk = Type.Object(
  {
    id: text,
    operatorId: Type.Optional(text),
    operatorName: text,
    reason: text,
    accountId: text,
    accountName: text,
    userId: text,
    userName: text,
    since: Type.String({ format: 'date-time' }),
    until: Type.String({ format: 'date-time' }),
  },
  { title: 'Desk' },
);

/** Acting for a customer, at the customer's own desk. */
export function deskRoutes(deps: Parameters<typeof issueHandoff>[0]) {
  return {
    list: operatorEndpoint(
      {
        summary: "Who of the operator's people sits at which customer's desk",
        tags,
        response: { 200: Type.Object({ desks: Type.Array(desk) }) },
      },
      async () => ok({ desks: await listDesks(deps) }),
    ),
    end: operatorEndpoint(
      {
        summary: "End a session at a customer's desk",
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await endDesk(deps, id, actingOperator(principal));
        return noContent();
      },
    ),
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
