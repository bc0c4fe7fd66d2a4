import type { Node } from '../../tape/tape.ts';
import { length, part } from '../../values/characters.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { isSwedishNumber } from '../common/identifier-checks.ts';
import { isNumber, isOneOf, numberOf, single, textOf } from '../common/single.ts';
import { everywhere } from '../places.ts';
import { type Block, errors, type Family, warnings } from '../rule.ts';
import { BUYER, SELLER } from './parties.ts';

const isInSweden = (doc: DocumentView, party: Node): boolean =>
  isOneOf(doc, party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode', 'SE');
const vatSchemes = (doc: DocumentView, party: Node): Node[] =>
  doc
    .all(party, 'cac:PartyTaxScheme')
    .filter((scheme) => isOneOf(doc, scheme, 'cac:TaxScheme/cbc:ID', 'VAT'));
const vatNumbers = (doc: DocumentView, party: Node): Node[] =>
  vatSchemes(doc, party).flatMap((scheme) => doc.all(scheme, 'cbc:CompanyID'));

/** In Sweden, with a Swedish VAT number. */
const isSwedish = (doc: DocumentView, party: Node): boolean =>
  isInSweden(doc, party) &&
  vatSchemes(doc, party).some((scheme) => part(doc.onlyString(scheme, 'cbc:CompanyID'), 0, 2) === 'SE');

const sellers = everywhere(SELLER);
const buyers = everywhere(BUYER);
const aSellerIsSwedish = (doc: DocumentView): boolean =>
  sellers(doc).some((seller) => isSwedish(doc, seller));
const aSellerIsInSweden = (doc: DocumentView): boolean =>
  sellers(doc).some((seller) => isInSweden(doc, seller));
const aBuyerIsInSweden = (doc: DocumentView): boolean => buyers(doc).some((buyer) => isInSweden(doc, buyer));

/** Payment means 30 to an account of this kind. */
const paysBy =
  (branch: string) =>
  (doc: DocumentView, account: Node): boolean => {
    const means = doc.tape.parent(doc.tape.parent(account));
    return (
      doc.once(aSellerIsInSweden) &&
      doc.onlyText(means, 'cbc:PaymentMeansCode') === '30' &&
      doc.onlyText(means, 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID') === branch
    );
  };

const isNumeric = (doc: DocumentView, account: Node): boolean => isNumber(normalised(doc.string(account)));
const lengthOf = (doc: DocumentView, node: Node): number => length(normalised(doc.string(node)));
const ACCOUNT = ['cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID'];

function vatDigits(doc: DocumentView, party: Node): string {
  const number = single(vatNumbers(doc, party), 'A VAT number');
  return number === undefined ? '' : part(doc.string(number), 2, 14);
}

// biome-ignore format: a rule is a row
const PARTY_BLOCKS: Block[] = [
  { at: [SELLER], where: isSwedish,
    rules: errors(
      ['SE-R-001', 'BT-31', 'A Swedish VAT number must have fourteen characters.', (doc, party) => length(textOf(doc, vatNumbers(doc, party), 'A VAT number')) === 14],
      ['SE-R-002', 'BT-31', 'Behind SE, a Swedish VAT number must have digits only.', (doc, party) => isNumber(vatDigits(doc, party))],
    ) },
  { at: [`${SELLER}/cac:PartyLegalEntity`], where: (doc, node) => isInSweden(doc, doc.tape.parent(node)) && doc.has(node, 'cbc:CompanyID'),
    rules: errors(
      ['SE-R-003', 'BT-30', 'A Swedish organisation number must have digits only.', (doc, node) => isNumber(doc.onlyString(node, 'cbc:CompanyID'))],
      ['SE-R-004', 'BT-30', 'A Swedish organisation number must have ten digits.', (doc, node) => length(doc.onlyText(node, 'cbc:CompanyID')) === 10],
      ['SE-R-013', 'BT-30', 'The last digit of a Swedish organisation number must check the others.', (doc, node) => isSwedishNumber(doc.onlyText(node, 'cbc:CompanyID'))],
    ) },
  { at: [`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`], where: isOtherRegistration,
    rules: errors(['SE-R-005', 'BT-32', 'The tax registration of a Swedish seller must be "Godkänd för F-skatt".', (doc, node) => normalised(doc.string(node).toUpperCase()) === 'GODKÄND FÖR F-SKATT']) },
];

/** A number other than for VAT, of a company in Sweden that has a legal registration too. */
function isOtherRegistration(doc: DocumentView, number: Node): boolean {
  const scheme = doc.tape.parent(number);
  const party = doc.tape.parent(scheme);
  return (
    isInSweden(doc, party) &&
    doc.has(party, 'cac:PartyLegalEntity/cbc:CompanyID') &&
    normalised(doc.onlyString(scheme, 'cac:TaxScheme/cbc:ID').toUpperCase()) !== 'VAT'
  );
}

// biome-ignore format: a rule is a row
const OTHER_BLOCKS: Block[] = [
  { at: ['cac:TaxCategory', 'cac:ClassifiedTaxCategory'], where: (doc, node) => isOneOf(doc, node, 'cbc:ID', 'S') && doc.once(aSellerIsSwedish),
    rules: errors(['SE-R-006', 'BT-96 BT-103 BT-119 BT-152', 'The standard rates of VAT in Sweden are 6, 12 and 25 %.', (doc, node) => [6, 12, 25].includes(numberOf(doc.onlyString(node, 'cbc:Percent')))]) },
  { at: ACCOUNT, where: paysBy('SE:PLUSGIRO'),
    rules: warnings(
      ['SE-R-007', 'BT-84', 'A Plusgiro account must have digits only.', isNumeric],
      ['SE-R-010', 'BT-84', 'A Plusgiro account must have two to eight digits.', (doc, node) => lengthOf(doc, node) >= 2 && lengthOf(doc, node) <= 8],
    ) },
  { at: ACCOUNT, where: paysBy('SE:BANKGIRO'),
    rules: warnings(
      ['SE-R-008', 'BT-84', 'A Bankgiro account must have digits only.', isNumeric],
      ['SE-R-009', 'BT-84', 'A Bankgiro account must have seven or eight digits.', (doc, node) => [7, 8].includes(lengthOf(doc, node))],
    ) },
  { at: ['cac:PaymentMeans'], where: (doc, node) => isOneOf(doc, node, 'cbc:PaymentMeansCode', '50', '56') && doc.once(aSellerIsInSweden),
    rules: warnings(['SE-R-011', 'BT-81', 'Bankgiro and Plusgiro are payment means 30, with SE:BANKGIRO or SE:PLUSGIRO as the institution.', () => false]) },
  { at: ['cac:PaymentMeans'], where: (doc, node) => isOneOf(doc, node, 'cbc:PaymentMeansCode', '31') && doc.once(aSellerIsInSweden) && doc.once(aBuyerIsInSweden),
    rules: warnings(['SE-R-012', 'BT-81', 'Between Swedish parties a credit transfer is payment means 30.', () => false]) },
];

export const SWEDEN: Family = { name: 'Sweden', patterns: [[...PARTY_BLOCKS, ...OTHER_BLOCKS]] };
