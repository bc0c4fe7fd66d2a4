import { Type } from 'typebox';
import { created, ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { emailField, idParams, nameField } from '../platform/http/fields.ts';
import { listOperators } from './operator.ts';
import { changeOperator, createOperator, resetPassword } from './people.ts';
import { operatorSchema, operatorStatus, role, withPassword } from './schema.ts';

const tags = ['Operators'];

/** The operator's people. */
export function peopleRoutes(deps: Parameters<typeof listOperators>[0]) {
  return {
    list: operatorEndpoint(
      {
        summary: "The operator's people, those who left too; oldest first",
        tags,
        response: { 200: Type.Object({ operators: Type.Array(operatorSchema) }) },
      },
      async ({ principal }) => ok({ operators: await listOperators(deps, principal) }),
    ),
    create: operatorEndpoint(
      {
        summary: 'Add an operator, with a password to be passed on and replaced',
        tags,
        body: strictObject({
          name: nameField(100),
          email: emailField(),
          role,
        }),
        response: { 201: withPassword },
      },
      async ({ principal, body }) => created(await createOperator(deps, principal, body)),
    ),
    change: operatorEndpoint(
      {
        summary: 'Change name, role, or whether somebody still works here',
        tags,
        params: idParams,
        body: strictObject({
          name: Type.Optional(nameField(100)),
          role: Type.Optional(role),
          status: Type.Optional(operatorStatus),
        }),
        response: { 200: operatorSchema },
      },
      async ({ principal, params: { id }, body }) => ok(await changeOperator(deps, principal, id, body)),
    ),
    resetPassword: operatorEndpoint(
      {
        summary: 'A new password for an operator, to be passed on and replaced',
        tags,
        params: idParams,
        response: { 200: withPassword },
      },
      async ({ principal, params: { id } }) => ok(await resetPassword(deps, principal, id)),
    ),
  };
}
