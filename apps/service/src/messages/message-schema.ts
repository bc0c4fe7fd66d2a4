import { type TSchema, Type } from 'typebox';

export const optional = (schema: TSchema = Type.String()) => Type.Optional(schema);
export const findingSchema = Type.Object({
  code: Type.String(),
  severity: Type.String(),
  message: Type.String(),
  location: optional(),
  line: optional(Type.Integer()),
  column: optional(Type.Integer()),
  ruleset: Type.String(),
});

/** A message as every route answers it. */
export const messageSchema = Type.Object({
  id: Type.String(),
  companyId: Type.String(),
  direction: Type.String(),
  status: Type.String(),
  sender: Type.String(),
  receiver: Type.String(),
  type: optional(),
  documentTypeId: Type.String(),
  processId: Type.String(),
  externalReference: optional(),
  documentNumber: optional(),
  bytes: Type.Integer(),
  sha256: Type.String(),
  source: Type.String(),
  validation: Type.Object({
    verdict: Type.String(),
    rulesetVersion: optional(),
    checkedAt: optional(),
    warnings: Type.Integer(),
  }),
  validationErrors: optional(Type.Array(findingSchema)),
  validationErrorsTotal: optional(Type.Integer()),
  attempts: Type.Integer(),
  nextAttemptAt: optional(),
  as4MessageId: Type.String(),
  sbdhInstanceId: Type.String(),
  receiverAccessPoint: optional(),
  lastErrorCode: optional(),
  lastErrorMessage: optional(),
  mls: optional(
    Type.Object({
      status: Type.String({ description: 'PENDING, ACCEPTED, ACKNOWLEDGED or REJECTED' }),
      code: optional(Type.String({ description: 'AP, AB or RE, as the provider of the receiver wrote it' })),
      description: optional(),
      receivedAt: optional(),
      issues: optional(
        Type.Array(Type.Object({ reason: Type.String(), description: Type.String(), location: optional() })),
      ),
    }),
  ),
  acknowledgedAt: optional(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  statusChangedAt: Type.String(),
});
