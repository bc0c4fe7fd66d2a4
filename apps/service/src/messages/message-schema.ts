import { type TSchema, Type } from 'typebox';
import { oneOf } from '../platform/http/fields.ts';
import { MESSAGE_STATUS_NAMES } from '../platform/statuses.ts';

export const optional = (schema: TSchema = Type.String()) => Type.Optional(schema);
export const directionSchema = oneOf(['INBOUND', 'OUTBOUND']);
export const statusSchema = oneOf(MESSAGE_STATUS_NAMES);

export const findingSchema = Type.Object(
  {
    code: Type.String({
      description: 'Rule id such as BR-CO-15, or XML, XSD, DOCUMENT_TYPE_MISMATCH and the like.',
    }),
    severity: oneOf(['ERROR', 'WARNING']),
    message: Type.String(),
    found: optional(Type.String({ description: 'What stands there, when the rule is about a value.' })),
    expected: optional(
      Type.String({ description: 'What should: a value, an amount, or the codes that were probably meant.' }),
    ),
    count: optional(
      Type.Integer({
        description: 'At how many places, when at more than one. The place told is the first.',
      }),
    ),
    location: optional(Type.String({ description: 'XPath of the element.' })),
    line: optional(Type.Integer()),
    column: optional(Type.Integer()),
    ruleset: Type.String(),
  },
  { title: 'Finding' },
);

/** A message as every route answers it. */
export const messageSchema = Type.Object(
  {
    id: Type.String(),
    companyId: Type.String(),
    direction: directionSchema,
    status: statusSchema,
    sender: Type.String(),
    receiver: Type.String(),
    type: optional(),
    documentTypeId: Type.String(),
    processId: Type.String(),
    externalReference: optional(),
    documentNumber: optional(),
    senderName: optional(Type.String({ description: 'As the document itself names who sends it.' })),
    receiverName: optional(Type.String({ description: 'As the document itself names who receives it.' })),
    bytes: Type.Integer(),
    sha256: Type.String(),
    source: oneOf(['API', 'SFTP', 'CONSOLE', 'NETWORK']),
    validation: Type.Object({
      verdict: oneOf(['PENDING', 'VALID', 'VALIDATION_FAILED', 'SKIPPED']),
      rulesetVersion: optional(),
      checkedAt: optional(),
      warnings: Type.Integer(),
    }),
    validationErrors: optional(
      Type.Array(findingSchema, {
        description:
          'Errors first, then warnings, whatever the verdict; at most 100, repeats of a rule being one with a count.',
      }),
    ),
    validationErrorsTotal: optional(
      Type.Integer({
        description:
          'All places with an error or a warning: what the counts in validationErrors add up to, unless more than 100 rules are broken. validation.warnings says how many of them are warnings.',
      }),
    ),
    attempts: Type.Integer(),
    nextAttemptAt: optional(),
    as4MessageId: Type.String(),
    sbdhInstanceId: Type.String(),
    receiverAccessPoint: optional(),
    lastErrorCode: optional(),
    lastErrorMessage: optional(),
    mls: optional(
      Type.Object({
        status: oneOf(['PENDING', 'ACCEPTED', 'ACKNOWLEDGED', 'REJECTED']),
        code: optional(
          Type.String({ description: 'AP, AB or RE, as the provider of the receiver wrote it' }),
        ),
        description: optional(),
        receivedAt: optional(),
        issues: optional(
          Type.Array(
            Type.Object({ reason: Type.String(), description: Type.String(), location: optional() }),
          ),
        ),
      }),
    ),
    acknowledgedAt: optional(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
    statusChangedAt: Type.String(),
  },
  { title: 'Message' },
);

export const attemptSchema = Type.Object({
  number: Type.Integer(),
  startedAt: Type.String(),
  finishedAt: optional(),
  outcome: optional(),
  errorCode: optional(),
  errorMessage: optional(),
  endpointUrl: optional(),
  accessPoint: optional(),
  receiptId: optional(),
  discoveryMs: optional(Type.Integer({ description: 'DNS and SMP; 0 when it was remembered.' })),
  connectMs: optional(Type.Integer({ description: 'Until there was a connection, new or kept.' })),
  answerMs: optional(
    Type.Integer({ description: 'From there until the answer was read, or nothing more came.' }),
  ),
});
