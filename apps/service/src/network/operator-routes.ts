import { Type } from 'typebox';
import { checkSchema } from '../participants/participant-schema.ts';
import { ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { idParams } from '../platform/http/fields.ts';
import { type CheckDeps, checkAgain } from './check-participant.ts';

/** Looking at the network for the operator's people. */
export function networkOperatorRoutes(deps: CheckDeps) {
  return {
    check: operatorEndpoint(
      {
        summary: 'Look again at what is looked at before an address is approved',
        tags: ['Addresses'],
        params: idParams,
        body: strictObject({}),
        bodyMayMiss: true,
        response: { 200: Type.Object({ checks: Type.Array(checkSchema) }) },
      },
      async ({ params: { id } }) => ok({ checks: await checkAgain(deps, id) }),
    ),
  };
}
