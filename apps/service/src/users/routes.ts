import { Type } from 'typebox';
import { ROLES } from '../platform/access/principal.ts';
import {
  created,
  endpoint,
  type FindInReach,
  noContent,
  ok,
  strictObject,
} from '../platform/http/endpoint.ts';
import { emailField, idParams, nameField } from '../platform/http/fields.ts';
import { type Cursors, pageFields, pageQuery } from '../platform/http/page.ts';
import { changeUser } from './change.ts';
import { createUser, type UserDeps } from './create.ts';
import { enableUser, removeUser } from './deactivate.ts';
import { listUsers, requireInReach } from './find.ts';
import { notificationsChange, userFields, userSchema } from './user-schema.ts';

const tags = ['Users'];
const role = Type.Union(ROLES.map((name) => Type.Literal(name)));
const companyIds = Type.Optional(
  Type.Array(Type.String(), {
    maxItems: 1000,
    description: 'Confines the user to these companies; from an owner, empty means every company.',
  }),
);
const user = userSchema;
const withTemporaryPassword = Type.Object(
  {
    ...userFields,
    temporaryPassword: Type.Optional(
      Type.String({ description: 'Only where mail is unavailable, and only this once.' }),
    ),
  },
  { title: 'UserWithPassword' },
);

export function userRoutes(deps: UserDeps & { cursors: Cursors }) {
  const find: FindInReach = (principal, id) => requireInReach(deps.db, principal, id);
  return {
    list: endpoint(
      {
        summary: 'List the users in reach',
        tags,
        querystring: strictObject({
          companyId: Type.Optional(Type.String({ description: 'Users who reach this company.' })),
          include: Type.Optional(Type.Literal('inactive', { description: 'Also deactivated users.' })),
          ...pageQuery,
        }),
        response: { 200: Type.Object({ users: Type.Array(user), ...pageFields }) },
      },
      async ({ principal, query }) => {
        const { rows, ...cursors } = await listUsers(deps, principal, query);
        return ok({ users: rows, ...cursors });
      },
    ),
    create: endpoint(
      {
        summary: 'Create a user; without a password the user is invited by mail',
        tags,
        body: strictObject({
          name: nameField(),
          email: emailField(),
          role,
          companyIds,
          password: Type.Optional(Type.String()),
        }),
        response: { 201: withTemporaryPassword },
      },
      async ({ principal, body }) => created(await createUser(deps, principal, body)),
    ),
    change: endpoint(
      {
        summary: 'Change a user, or your own password, or what you are told by mail',
        tags,
        params: idParams,
        body: strictObject(
          {
            password: Type.Optional(Type.String()),
            currentPassword: Type.Optional(Type.String({ maxLength: 1024 })),
            role: Type.Optional(role),
            companyIds,
            notifications: Type.Optional(notificationsChange),
            resetPassword: Type.Optional(Type.Literal(true, { description: 'Mail a one-hour reset link.' })),
            resendInvite: Type.Optional(
              Type.Literal(true, { description: 'Mail a 48-hour invitation link.' }),
            ),
          },
          { minProperties: 1 },
        ),
        response: { 200: withTemporaryPassword },
      },
      async ({ principal, params: { id }, body }) => ok(await changeUser(deps, principal, id, body)),
    ),
    remove: endpoint(
      {
        summary: 'Deactivate a user; again, 30 days later, erase the user',
        tags,
        params: idParams,
        response: { 200: Type.Object({ user }), 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        const deactivated = await removeUser(deps, principal, id);
        return deactivated ? ok({ user: deactivated }) : noContent();
      },
      find,
    ),
    enable: endpoint(
      { summary: 'Take a deactivation back', tags, params: idParams, response: { 200: user } },
      async ({ principal, params: { id } }) => ok(await enableUser(deps, principal, id)),
      find,
    ),
  };
}
