import { Type } from 'typebox';
import { ROLES } from '../platform/access/principal.ts';
import { oneOf } from '../platform/http/fields.ts';
import { ACCOUNT_STATUS_NAMES } from '../platform/statuses.ts';

const text = Type.String();
const some = Type.Optional(text);
const whole = Type.Integer();

export const accountStatus = oneOf(ACCOUNT_STATUS_NAMES);
export const statusCounts = Type.Object({ total: whole, byStatus: Type.Record(text, whole) });

const fields = {
  id: text,
  name: text,
  legalName: text,
  countryCode: text,
  registrationNumber: some,
  vatNumber: some,
  status: accountStatus,
  createdAt: text,
  companyCount: whole,
  participantCount: whole,
  userCount: whole,
  lastDocumentAt: some,
};

export const accountRow = Type.Object(fields, { title: 'OperatorAccount' });
export const accountDetail = Type.Object(
  {
    ...fields,
    companies: Type.Array(
      Type.Object({ id: text, name: text, identifier: text, status: oneOf(['ACTIVE', 'ARCHIVED']) }),
      { description: 'The first hundred.' },
    ),
    people: Type.Array(
      Type.Object({
        id: text,
        name: text,
        email: text,
        role: oneOf(ROLES),
        status: oneOf(['active', 'inactive']),
        lastLoginAt: some,
      }),
      { description: 'Owners first, at most a hundred.' },
    ),
    participants: statusCounts,
    messages: Type.Object(statusCounts.properties, { description: 'Of the last 30 days.' }),
  },
  { title: 'OperatorAccountDetail' },
);
