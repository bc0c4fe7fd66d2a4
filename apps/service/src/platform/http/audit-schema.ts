import { Type } from 'typebox';

/** The fields of every line of an audit. */
export const auditFields = {
  id: Type.String(),
  actorName: Type.String(),
  eventType: Type.String(),
  targetType: Type.Optional(Type.String()),
  targetId: Type.Optional(Type.String()),
  targetName: Type.Optional(Type.String()),
  targetSub: Type.Optional(Type.String()),
  metadata: Type.Object({}, { additionalProperties: true }),
  createdAt: Type.String(),
};
