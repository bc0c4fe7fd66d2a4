import { Type } from 'typebox';
import { participantSchema } from '../participants/participant-schema.ts';
import { invalidField } from '../platform/errors.ts';
import { accepted, endpoint, ok, strictObject } from '../platform/http/endpoint.ts';
import { idParams, oneOf } from '../platform/http/fields.ts';
import { type MigrateDeps, migrateIn, migrateOut } from './migrate.ts';

/** Moving an address from one SMP to another. */
export function publicationRoutes(deps: MigrateDeps) {
  return {
    migrate: endpoint(
      {
        summary: 'Move an address here from another provider, or from here to another',
        description:
          'token is the migration key of the present provider: 202 with the participant, which is REGISTERING. direction OUT answers a token for the next provider; the address stays here until that is used.',
        tags: ['Participants'],
        params: idParams,
        body: strictObject({
          token: Type.Optional(Type.String()),
          direction: Type.Optional(oneOf(['IN', 'OUT'])),
        }),
        response: {
          200: Type.Object({ token: Type.String(), expiresAt: Type.String() }),
          202: participantSchema,
        },
      },
      async ({ principal, params: { id }, body: { token, direction } }) => {
        if (direction === 'OUT' && token === undefined) return ok(await migrateOut(deps, principal, id));
        if (direction === 'OUT' || token === undefined)
          throw invalidField('token', 'belongs to coming here: send either token, or direction OUT');
        return accepted(await migrateIn(deps, principal, id, token));
      },
    ),
  };
}
