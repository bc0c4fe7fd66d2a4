import type { Node } from '../../tape/tape.ts';
import { part } from '../../values/characters.ts';
import type { DocumentView } from '../../view.ts';
import { isNorwegianNumber } from '../common/identifier-checks.ts';
import { single, textOf } from '../common/single.ts';
import { errors, type Family, warnings } from '../rule.ts';
import { SELLER, sellerCountry, taxNumbers, taxSchemes } from './parties.ts';

/** NO and a number of nine digits and MVA; numbers of other countries are not looked at. */
function hasVatNumber(doc: DocumentView, seller: Node): boolean {
  const schemes = taxSchemes(doc, seller, 'VAT');
  const number = (scheme: Node): string => doc.onlyString(scheme, 'cbc:CompanyID');
  if (!schemes.some((scheme) => part(number(scheme), 0, 2) === 'NO')) return true;
  const rest = part(single(schemes.map(number), 'A VAT number') ?? '', 2);
  return /^[0-9]{9}MVA$/.test(rest) && isNorwegianNumber(rest.slice(0, 9));
}

const isRegistered = (doc: DocumentView, seller: Node): boolean =>
  textOf(doc, taxNumbers(doc, seller, 'TAX'), 'A tax registration') === 'Foretaksregisteret';

export const NORWAY: Family = {
  name: 'Norway',
  patterns: [
    [
      {
        at: [SELLER],
        where: (doc) => sellerCountry(doc) === 'NO',
        rules: [
          ...warnings([
            'NO-R-002',
            'BT-32',
            'A Norwegian seller must in most cases write "Foretaksregisteret" as its tax registration.',
            isRegistered,
          ]),
          ...errors([
            'NO-R-001',
            'BT-31',
            'The VAT number of a Norwegian seller must be NO, an organisation number and MVA.',
            hasVatNumber,
          ]),
        ],
      },
    ],
  ],
};
