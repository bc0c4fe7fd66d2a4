import { Type } from 'typebox';
import { noContent, ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { idParams, nameField } from '../platform/http/fields.ts';
import { authMethod, environment, network, operatorSchema, sessionSchema } from './schema.ts';
import { endSession, ownSessions } from './session.ts';
import { type SetupDeps, whoAmI } from './setup.ts';
import { changeOneself, type SignInDeps } from './sign-in.ts';

const tags = ['Sign-in'];
const password = Type.String({ maxLength: 1_000 });

/** What is one's own. */
export function meRoutes(deps: SignInDeps & SetupDeps) {
  return {
    get: operatorEndpoint(
      {
        summary: 'Who is asking, and where',
        tags,
        response: {
          200: Type.Object({
            operator: Type.Optional(operatorSchema),
            session: Type.Optional(Type.Object({ id: Type.String(), expiresAt: Type.String(), authMethod })),
            token: Type.Optional(
              Type.Object({ id: Type.String(), name: Type.String(), expiresAt: Type.String() }),
            ),
            environment,
            network,
            seat: Type.String(),
            publicUrl: Type.String({ description: "Of the customers' side, where a desk is." }),
          }),
        },
      },
      async ({ principal }) => ok(await whoAmI(deps, principal)),
    ),
    change: operatorEndpoint(
      {
        summary: 'Change your own name or password',
        tags,
        body: strictObject({
          name: Type.Optional(nameField(100)),
          password: Type.Optional(password),
          currentPassword: Type.Optional(password),
        }),
        response: { 200: operatorSchema },
      },
      async ({ principal, body }) => ok(await changeOneself(deps, principal, body)),
    ),
    sessions: operatorEndpoint(
      {
        summary: 'Your own sessions, newest first',
        tags,
        response: { 200: Type.Object({ sessions: Type.Array(sessionSchema) }) },
      },
      async ({ principal }) => ok({ sessions: await ownSessions(deps, principal) }),
    ),
    endSession: operatorEndpoint(
      {
        summary: 'End one of your own sessions',
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await endSession(deps, principal, id);
        return noContent();
      },
    ),
  };
}
