import type { Attributes } from '@opentelemetry/api';
import type { MessageRow } from './transition.ts';

type Told = Pick<MessageRow, 'account_id' | 'company_id' | 'id'>;

/** Whose message a span is about, and which. */
export const attributesOf = ({ account_id, company_id, id }: Told): Attributes => ({
  'pappel.account.id': account_id,
  'pappel.company.id': company_id,
  'pappel.message.id': id,
});
