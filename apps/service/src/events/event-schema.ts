import { Type } from 'typebox';
import { EVENT_TYPES } from '../platform/events/event.ts';
import { oneOf } from '../platform/http/fields.ts';

/** An event as the list answers it; webhooks and the stream send the same without seq. */
export const eventSchema = Type.Object(
  {
    seq: Type.Integer({ description: 'Place in the log; grows.' }),
    id: Type.String({ description: 'The same in every channel and on every attempt.' }),
    type: oneOf(EVENT_TYPES),
    version: Type.Integer({ description: 'Of the body.' }),
    timestamp: Type.String({ format: 'date-time' }),
    accountId: Type.String(),
    companyId: Type.Optional(
      Type.String({ description: 'Absent for what belongs to the account as a whole.' }),
    ),
    data: Type.Object({}, { additionalProperties: true }),
  },
  { title: 'Event' },
);
