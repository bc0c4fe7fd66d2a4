import { isDate } from '../../values/date.ts';
import { emptyElements } from '../common/empty-elements.ts';
import { PARTY_IDENTIFIERS } from '../common/party-identifiers.ts';
import { found } from '../mismatch.ts';
import { errors, type Family, warnings } from '../rule.ts';
import { hasNoSchemaLocation } from './syntax-rules.ts';

const DATES = ['IssueDate', 'DueDate', 'TaxPointDate', 'StartDate', 'EndDate', 'ActualDeliveryDate'];

const FORMS: Family = {
  name: 'PEPPOL-COMMON, forms',
  patterns: [
    [
      {
        at: ['/*'],
        rules: warnings([
          'PEPPOL-COMMON-R003',
          '',
          'A document should not say where its schema is (schemaLocation).',
          hasNoSchemaLocation,
        ]),
      },
      {
        at: DATES.map((name) => `cbc:${name}`),
        rules: errors([
          'PEPPOL-COMMON-R030',
          '',
          'A date must be written as YYYY-MM-DD.',
          (doc, node) => {
            const text = doc.string(node);
            return (isDate(text) && [...text].length === 10) || found(text, 'a date such as 2026-12-31');
          },
        ]),
      },
    ],
  ],
};

/** What all documents of the Peppol post-award BIS have in common. */
export const COMMON: readonly Family[] = [emptyElements('PEPPOL-COMMON-R001'), FORMS, PARTY_IDENTIFIERS];
