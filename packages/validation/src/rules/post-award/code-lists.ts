import { ALLOWANCE_REASONS } from '../../codes/allowance-reasons.gen.ts';
import { CHARGE_REASONS } from '../../codes/charge-reasons.gen.ts';
import type { CodeList } from '../../codes/code-list.ts';
import { COUNTRIES } from '../../codes/countries.gen.ts';
import { CURRENCIES } from '../../codes/currencies.gen.ts';
import { DOCUMENT_NAMES } from '../../codes/document-names.gen.ts';
import { PEPPOL_ADDRESS_SCHEMES } from '../../codes/electronic-addresses.gen.ts';
import { ICD } from '../../codes/icd.gen.ts';
import { ITEM_TYPES } from '../../codes/item-types.gen.ts';
import { PACKAGES } from '../../codes/packages.gen.ts';
import { PACKAGING_LABELS } from '../../codes/packaging-labels.gen.ts';
import * as codes from '../../codes/post-award.gen.ts';
import { PRICE_TYPES } from '../../codes/price-types.gen.ts';
import { UNITS } from '../../codes/units.gen.ts';

const of = (title: string, list: ReadonlySet<string>): CodeList => ({ title, codes: list });

/** The lists that syntax trees name. */
export const CODE_LISTS: ReadonlyMap<string, CodeList> = new Map([
  ['allowance-reason', of('reasons of an allowance (UNTDID 5189, a part)', ALLOWANCE_REASONS)],
  ['boolean', of('true and false', codes.BOOLEANS)],
  ['catalogue-action', of('actions on a catalogue', codes.CATALOGUE_ACTIONS)],
  ['catalogue-line-action', of('actions on a catalogue line', codes.CATALOGUE_LINE_ACTIONS)],
  ['charge-reason', of('reasons of a charge (UNTDID 7161)', CHARGE_REASONS)],
  ['clarification-list', of('lists of clarifications', codes.CLARIFICATION_LISTS)],
  ['country', of('countries (ISO 3166-1)', COUNTRIES)],
  ['currency', of('currencies (ISO 4217)', CURRENCIES)],
  ['dangerous-goods', of('regulations on dangerous goods (UNTDID 8273)', codes.DANGEROUS_GOODS)],
  ['despatch-measure', of('measures of a handling unit (UNTDID 6313, a part)', codes.DESPATCH_MEASURES)],
  ['document-name', of('kinds of documents (UNTDID 1001)', DOCUMENT_NAMES)],
  ['eas', of('electronic address schemes (EAS)', PEPPOL_ADDRESS_SCHEMES)],
  ['handling-unit-scheme', of('identifiers of handling units', codes.HANDLING_UNIT_SCHEMES)],
  ['icd', of('identifier schemes (ISO 6523 ICD)', ICD)],
  ['image', of('kinds of images', codes.IMAGES)],
  ['invoice-response', of('answers to an invoice (UNTDID 4343, a part)', codes.INVOICE_RESPONSES)],
  ['item-type', of('item classifications (UNTDID 7143)', ITEM_TYPES)],
  ['line-change', of('changes of an order line (UNTDID 1229, a part)', codes.LINE_CHANGES)],
  ['line-response', of('answers to an order line (UNTDID 1229, a part)', codes.LINE_RESPONSES)],
  ['measured-attribute', of('measures (UNTDID 6313, a part)', codes.MEASURED_ATTRIBUTES)],
  ['message-status-reason', of('reasons of a message level response', codes.MESSAGE_STATUS_REASONS)],
  ['mime', of('kinds of files that may be attached', codes.FILES)],
  ['not-applicable', of('NA alone', codes.NOT_APPLICABLE)],
  ['order-response', of('answers to an order (UNTDID 4343, a part)', codes.ORDER_RESPONSES)],
  ['order-type', of('kinds of orders (UNTDID 1001, a part)', codes.ORDER_TYPES)],
  ['package', of('packages (Recommendation 21)', PACKAGES)],
  ['packaging-label', of('labels on packages (GS1)', PACKAGING_LABELS)],
  ['packaging-level', of('levels of packaging (GS1 7009)', codes.PACKAGING_LEVELS)],
  ['price-type', of('kinds of prices (UNTDID 5387)', PRICE_TYPES)],
  ['product-trace-scheme', of('identifiers for tracing products', codes.PRODUCT_TRACE_SCHEMES)],
  ['response', of('answers (UNTDID 4343, a part)', codes.RESPONSES)],
  ['status-action', of('actions asked for', codes.STATUS_ACTIONS)],
  ['status-reason', of('reasons', codes.STATUS_REASONS)],
  ['transaction-condition', of('conditions of a transaction', codes.TRANSACTION_CONDITIONS)],
  ['transport-mode', of('modes of transport (Recommendation 19)', codes.TRANSPORT_MODES)],
  ['transport-priority', of('priorities of transport (UNTDID 4219, a part)', codes.TRANSPORT_PRIORITIES)],
  ['unit', of('units of measure (Recommendations 20 and 21)', UNITS)],
]);
