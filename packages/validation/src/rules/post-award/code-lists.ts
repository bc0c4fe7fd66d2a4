import { ALLOWANCE_REASONS } from '../../codes/allowance-reasons.gen.ts';
import { CHARGE_REASONS } from '../../codes/charge-reasons.gen.ts';
import { type CodeList, codeList } from '../../codes/code-list.ts';
import { COUNTRIES } from '../../codes/countries.gen.ts';
import { CURRENCIES } from '../../codes/currencies.gen.ts';
import { DOCUMENT_NAMES } from '../../codes/document-names.gen.ts';
import { PEPPOL_ADDRESS_SCHEMES } from '../../codes/electronic-addresses.gen.ts';
import { ICD } from '../../codes/icd.gen.ts';
import { ITEM_TYPES } from '../../codes/item-types.gen.ts';
import { PACKAGES } from '../../codes/packages.gen.ts';
import { PACKAGING_LABELS } from '../../codes/packaging-labels.gen.ts';
import { PRICE_TYPES } from '../../codes/price-types.gen.ts';
import { UNITS } from '../../codes/units.gen.ts';

const of = (title: string, codes: ReadonlySet<string> | string): CodeList => ({
  title,
  codes: typeof codes === 'string' ? codeList(codes) : codes,
});

const FILES = `
application/pdf image/png image/jpeg image/tiff application/acad application/dwg drawing/dwg
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/vnd.oasis.opendocument.spreadsheet
`;

const DANGEROUS_GOODS =
  'ADR ADS ADT ADU ADY ADZ ADV ADW ADX AEA AEB AGS ANR ARD CFR COM GVE GVS ICA IMD RGE RID UI ZZZ';

/** The lists that syntax trees name. */
export const CODE_LISTS: ReadonlyMap<string, CodeList> = new Map([
  ['allowance-reason', of('reasons of an allowance (UNTDID 5189, a part)', ALLOWANCE_REASONS)],
  ['boolean', of('true and false', 'true false')],
  ['catalogue-action', of('actions on a catalogue', 'Add Replace Update Delete')],
  ['catalogue-line-action', of('actions on a catalogue line', 'Add Update Delete')],
  ['charge-reason', of('reasons of a charge (UNTDID 7161)', CHARGE_REASONS)],
  ['clarification-list', of('lists of clarifications', 'OPStatusAction OPStatusReason')],
  ['country', of('countries (ISO 3166-1)', COUNTRIES)],
  ['currency', of('currencies (ISO 4217)', CURRENCIES)],
  ['dangerous-goods', of('regulations on dangerous goods (UNTDID 8273)', DANGEROUS_GOODS)],
  ['despatch-measure', of('measures of a handling unit (UNTDID 6313, a part)', 'AAB AAW AAX AAL')],
  ['document-name', of('kinds of documents (UNTDID 1001)', DOCUMENT_NAMES)],
  ['eas', of('electronic address schemes (EAS)', PEPPOL_ADDRESS_SCHEMES)],
  ['handling-unit-scheme', of('identifiers of handling units', 'SSCC')],
  ['icd', of('identifier schemes (ISO 6523 ICD)', ICD)],
  ['image', of('kinds of images', 'PRODUCT_IMAGE TRADE_ITEM_DESCRIPTION')],
  ['invoice-response', of('answers to an invoice (UNTDID 4343, a part)', 'AB AP RE IP UQ CA PD')],
  ['item-type', of('item classifications (UNTDID 7143)', ITEM_TYPES)],
  ['line-change', of('changes of an order line (UNTDID 1229, a part)', '1 2 3 4 74')],
  ['line-response', of('answers to an order line (UNTDID 1229, a part)', '1 3 5 7 42')],
  ['measured-attribute', of('measures (UNTDID 6313, a part)', 'ABJ AAF AAX HT LN WD GW TC AAO')],
  ['message-status-reason', of('reasons of a message level response', 'BV BW SV')],
  ['mime', of('kinds of files that may be attached', FILES)],
  ['not-applicable', of('NA alone', 'NA')],
  ['order-response', of('answers to an order (UNTDID 4343, a part)', 'AB AP RE CA')],
  ['order-type', of('kinds of orders (UNTDID 1001, a part)', '105 220 221 226 227 402')],
  ['package', of('packages (Recommendation 21)', PACKAGES)],
  ['packaging-label', of('labels on packages (GS1)', PACKAGING_LABELS)],
  ['packaging-level', of('levels of packaging (GS1 7009)', 'CU DU TU HN')],
  ['price-type', of('kinds of prices (UNTDID 5387)', PRICE_TYPES)],
  ['product-trace-scheme', of('identifiers for tracing products', 'UDI')],
  ['response', of('answers (UNTDID 4343, a part)', 'AB AP RE')],
  ['status-action', of('actions asked for', 'NOA PIN NIN CNF CNP CNA OTH')],
  ['status-reason', of('reasons', 'NON REF LEG REC QUA DEL PRI QTY ITM PAY UNR FIN PPD OTH')],
  ['transaction-condition', of('conditions of a transaction', 'CT NON_RETURNABLE')],
  ['transport-mode', of('modes of transport (Recommendation 19)', '0 1 2 3 4 5 6 7 8 9')],
  ['transport-priority', of('priorities of transport (UNTDID 4219, a part)', '1 2 3 4')],
  ['unit', of('units of measure (Recommendations 20 and 21)', UNITS)],
]);
