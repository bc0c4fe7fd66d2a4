import type { DocumentView } from '../../view.ts';
import { errors, type Family, type Row } from '../rule.ts';
import { SELLER, sellerCountry } from './parties.ts';

const isItalian = (doc: DocumentView): boolean => sellerCountry(doc) === 'IT';

const address = (id: string, term: string, what: string, name: string): Row => [
  id,
  term,
  `The address of an Italian seller must have ${what}.`,
  (doc, seller) => doc.has(seller, `cac:PostalAddress/${name}`),
];

export const ITALY: Family = {
  name: 'Italy',
  patterns: [
    [
      {
        at: [`${SELLER}/cac:PartyTaxScheme`],
        where: (doc, scheme) => isItalian(doc) && doc.onlyText(scheme, 'cac:TaxScheme/cbc:ID') !== 'VAT',
        rules: errors([
          'IT-R-001',
          'BT-32',
          'The tax registration of an Italian seller must have eleven to sixteen capital letters and digits.',
          (doc, scheme) => /^[A-Z0-9]{11,16}$/.test(doc.onlyText(scheme, 'cbc:CompanyID')),
        ]),
      },
      {
        at: [SELLER],
        where: isItalian,
        rules: errors(
          address('IT-R-002', 'BT-35', 'a first line', 'cbc:StreetName'),
          address('IT-R-003', 'BT-37', 'a city', 'cbc:CityName'),
          address('IT-R-004', 'BT-38', 'a post code', 'cbc:PostalZone'),
        ),
      },
    ],
  ],
};
