import { Type } from 'typebox';
import { oneOf } from '../platform/http/fields.ts';
import { PARTICIPANT_STATUS_NAMES } from '../platform/statuses.ts';
import { CHECK_NAMES, CHECK_OUTCOMES } from './check.ts';

export const PARTICIPANT_NAMES = PARTICIPANT_STATUS_NAMES;
export const direction = oneOf(['SEND', 'RECEIVE', 'BOTH']);
export const capabilitySchema = Type.Object(
  {
    id: Type.String(),
    type: Type.Optional(Type.String()),
    documentTypeId: Type.String(),
    processId: Type.String(),
    direction,
    allowUnvalidated: Type.Boolean(),
    createdAt: Type.String(),
  },
  { title: 'Capability' },
);
const step = oneOf(['PENDING', 'DONE', 'FAILED']);
export const participantSchema = Type.Object(
  {
    id: Type.String(),
    companyId: Type.String(),
    scheme: Type.String(),
    value: Type.String(),
    name: Type.String(),
    identifier: Type.String(),
    countryCode: Type.String(),
    canonicalId: Type.String(),
    status: oneOf(PARTICIPANT_NAMES),
    statusReason: Type.Optional(Type.String()),
    statusChangedAt: Type.String(),
    smpUrl: Type.Optional(Type.String()),
    publishedAt: Type.Optional(Type.String()),
    registration: Type.Object({
      smp: step,
      sml: step,
      dns: step,
      directory: step,
      checkedAt: Type.Union([Type.String(), Type.Null()]),
    }),
    capabilities: Type.Array(capabilitySchema),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { title: 'Participant' },
);

export const checkSchema = Type.Object(
  {
    name: oneOf(CHECK_NAMES),
    outcome: oneOf(CHECK_OUTCOMES),
    detail: Type.String({ description: 'In a sentence.' }),
    checkedAt: Type.String(),
  },
  { title: 'ParticipantCheck' },
);
export const operatorParticipantSchema = Type.Object(
  {
    ...participantSchema.properties,
    accountId: Type.String(),
    accountName: Type.String(),
    companyName: Type.String(),
    checks: Type.Optional(
      Type.Array(checkSchema, { description: 'What was looked at before it is approved.' }),
    ),
  },
  { title: 'OperatorParticipant' },
);
