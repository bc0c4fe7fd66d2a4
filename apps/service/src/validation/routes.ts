import { Type } from 'typebox';
import { findingSchema, optional } from '../messages/message-schema.ts';
import { endpoint, ok, ROOM_FOR_A_DOCUMENT, strictObject } from '../platform/http/endpoint.ts';
import { type DryRunDeps, dryRun } from './dry-run.ts';

export function validationRoutes(deps: DryRunDeps) {
  return {
    dryRun: endpoint(
      {
        summary: 'Hold a document against its rules without sending it',
        description:
          'The type is found out from the document when neither type nor documentTypeId is given; a document that does not say which type it is is held against all rules that may apply. Nothing is kept.',
        tags: ['Messages'],
        jsonLimit: ROOM_FOR_A_DOCUMENT,
        body: strictObject({
          payload: Type.String({ description: 'The XML document, up to 1 MiB.' }),
          type: Type.Optional(Type.String({ description: 'Short alias, e.g. invoice.' })),
          documentTypeId: Type.Optional(Type.String()),
        }),
        response: {
          200: Type.Object({
            verdict: Type.Union([
              Type.Literal('VALID'),
              Type.Literal('VALIDATION_FAILED'),
              Type.Literal('SKIPPED', { description: 'There are no rules for this type.' }),
            ]),
            type: optional(),
            documentTypeId: optional(),
            documentNumber: optional(),
            rulesetVersion: optional(),
            errors: Type.Integer({ description: 'Places with an error.' }),
            warnings: Type.Integer({ description: 'Places with a warning.' }),
            findings: Type.Array(findingSchema, {
              description: 'Errors first, at most 100; repeats of a rule are one with a count.',
            }),
          }),
        },
      },
      async ({ principal, body }) => ok(await dryRun(deps, principal, body)),
    ),
  };
}
