import { ALLOWANCE_REASONS } from '../../codes/allowance-reasons.gen.ts';
import { CHARGE_REASONS } from '../../codes/charge-reasons.gen.ts';
import type { CodeList } from '../../codes/code-list.ts';
import { PEPPOL_FILES } from '../../codes/files.gen.ts';
import { expectedCodes } from '../../codes/nearest.ts';
import type { ReleaseLists } from '../../codes/release-lists.ts';
import { VAT_DATES } from '../../codes/vat-dates.gen.ts';
import type { Node } from '../../tape/tape.ts';
import { length } from '../../values/characters.ts';
import { isDate } from '../../values/date.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { isOneOf, ownText } from '../common/single.ts';
import { found, type Reason } from '../mismatch.ts';
import { type Answer, type Block, errors, type Family, type Test } from '../rule.ts';
import { ALL_AMOUNTS } from './amounts.ts';
import { type Edition, processOf } from './edition.ts';
import { areGerman } from './parties.ts';

const of = (title: string, codes: ReadonlySet<string>): CodeList => ({ title, codes });
const typesOf = (codes: ReadonlySet<string>): CodeList => of('UNTDID 1001', codes);
const notOf =
  (list: CodeList, code: string | undefined): Reason =>
  () => ({ found: code, expected: expectedCodes(code ?? '', [list]) });

const attributeIn =
  (name: string, list: CodeList): Test =>
  (doc, node) => {
    const code = doc.attribute(node, name);
    return (code !== undefined && list.codes.has(code)) || notOf(list, code);
  };
const has =
  (name: string): Block['where'] =>
  (doc, node) =>
    doc.attribute(node, name) !== undefined;

function textIn(doc: DocumentView, node: Node, list: CodeList): Answer {
  const code = normalised(ownText(doc, node));
  return list.codes.has(code) || notOf(list, code);
}
const codeIn =
  (list: CodeList): Test =>
  (doc, node) =>
    textIn(doc, node, list);

const ofKind =
  (indicator: string): Block['where'] =>
  (doc, node) =>
    isOneOf(doc, doc.tape.parent(node), 'cbc:ChargeIndicator', indicator);
const REASON = ['cac:AllowanceCharge/cbc:AllowanceChargeReasonCode'];

// biome-ignore format: a rule is a row
const codeBlocks = (lists: ReleaseLists): Block[] => [
  { at: ['cbc:EmbeddedDocumentBinaryObject'], where: has('mimeCode'),
    rules: errors(['PEPPOL-EN16931-CL001', 'BT-125', 'An attached file must be of a kind that Peppol allows: PDF, PNG, JPEG, CSV or a spreadsheet.', attributeIn('mimeCode', of('the kinds of files', PEPPOL_FILES))]) },
  { at: REASON, where: ofKind('false'),
    rules: errors(['PEPPOL-EN16931-CL002', 'BT-98 BT-140', 'The reason of an allowance must be a code of UNTDID 5189.', codeIn(of('UNTDID 5189', ALLOWANCE_REASONS))]) },
  { at: REASON, where: ofKind('true'),
    rules: errors(['PEPPOL-EN16931-CL003', 'BT-105 BT-145', 'The reason of a charge must be a code of UNTDID 7161.', codeIn(of('UNTDID 7161', CHARGE_REASONS))]) },
  { at: ['cac:InvoicePeriod/cbc:DescriptionCode'],
    rules: errors(['PEPPOL-EN16931-CL006', 'BT-8', 'The code for the VAT date must be 3, 35 or 432.', codeIn(of('UNTDID 2005', VAT_DATES))]) },
  { at: ALL_AMOUNTS,
    rules: errors(['PEPPOL-EN16931-CL007', '', 'The currency of an amount must be a code of ISO 4217.', attributeIn('currencyID', of('ISO 4217', lists.currencies))]) },
  { at: ['cbc:EndpointID'], where: has('schemeID'),
    rules: errors(['PEPPOL-EN16931-CL008', 'BT-34 BT-49', 'The scheme of an electronic address must be one that Peppol knows.', attributeIn('schemeID', of('EAS', lists.peppolAddresses))]) },
  { at: ['cbc:IssueDate', 'cbc:DueDate', 'cbc:TaxPointDate', 'cbc:StartDate', 'cbc:EndDate', 'cbc:ActualDeliveryDate'],
    rules: errors(['PEPPOL-EN16931-F001', '', 'A date must be written as 2026-12-31.',
      (doc, node) => length(ownText(doc, node)) === 10 && isDate(doc.string(node)) || found(doc.string(node), 'a date such as 2026-12-31')]) },
];

/** VAT category that an exemption reason goes with (BT-121). */
// biome-ignore format: a rule is a row
const CATEGORIES: readonly [id: string, reason: string, category: string][] = [
  ['PEPPOL-EN16931-P0104', 'VATEX-EU-G', 'G'],
  ['PEPPOL-EN16931-P0105', 'VATEX-EU-O', 'O'],
  ['PEPPOL-EN16931-P0106', 'VATEX-EU-IC', 'K'],
  ['PEPPOL-EN16931-P0107', 'VATEX-EU-AE', 'AE'],
  ['PEPPOL-EN16931-P0108', 'VATEX-EU-D', 'E'],
  ['PEPPOL-EN16931-P0109', 'VATEX-EU-F', 'E'],
  ['PEPPOL-EN16931-P0110', 'VATEX-EU-I', 'E'],
  ['PEPPOL-EN16931-P0111', 'VATEX-EU-J', 'E'],
];

const categoryBlock = ([id, reason, category]: (typeof CATEGORIES)[number]): Block => ({
  at: ['cac:TaxCategory'],
  where: (doc, node) => doc.onlyString(node, 'cbc:TaxExemptionReasonCode').toUpperCase() === reason,
  rules: errors([
    id,
    'BT-118 BT-121',
    `With exemption reason ${reason}, the VAT category must be ${category}.`,
    (doc, node) => doc.onlyText(node, 'cbc:ID') === category || found(doc.onlyText(node, 'cbc:ID'), category),
  ]),
});

/** Document types (BT-3) that the process of a document allows. */
const typeIn =
  (edition: Edition, types: CodeList): Test =>
  (doc, node) =>
    !edition.processes.has(processOf(doc)) || textIn(doc, node, types);

const isNotGermanOnly: Test = (doc, node) =>
  !/^(326|384)$/.test(normalised(doc.string(node))) || areGerman(doc);

const typeBlocks = (edition: Edition, invoiceRules: Block['rules']): Block[] => [
  {
    at: ['cbc:InvoiceTypeCode'],
    rules: [
      ...errors([
        'PEPPOL-EN16931-P0100',
        'BT-3',
        'The process does not allow invoices of this type.',
        typeIn(edition, typesOf(edition.invoiceTypes)),
      ]),
      ...invoiceRules,
    ],
  },
  {
    at: ['cbc:CreditNoteTypeCode'],
    rules: errors([
      'PEPPOL-EN16931-P0101',
      'BT-3',
      'The process does not allow credit notes of this type.',
      typeIn(edition, typesOf(edition.creditNoteTypes)),
    ]),
  },
];

/** For billing only: two types are for German parties. */
export const GERMAN_TYPE_RULES = errors([
  'PEPPOL-EN16931-P0112',
  'BT-3',
  'Invoices of type 326 and 384 are only for sellers and buyers who are both in Germany.',
  isNotGermanOnly,
]);

/** CL001 to CL008, P0100 to P0112, F001. */
export const codeRules = (
  edition: Edition,
  lists: ReleaseLists,
  invoiceRules: Block['rules'] = [],
): Family => ({
  name: `${edition.name}, codes`,
  patterns: [[...codeBlocks(lists), ...typeBlocks(edition, invoiceRules), ...CATEGORIES.map(categoryBlock)]],
});
