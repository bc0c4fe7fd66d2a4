// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
import { codeList } from './code-list.ts';

/** True and false. */
export const BOOLEANS = codeList(`
true false
`);

/** Actions on a catalogue. */
export const CATALOGUE_ACTIONS = codeList(`
Add Replace Update Delete
`);

/** Actions on a catalogue line. */
export const CATALOGUE_LINE_ACTIONS = codeList(`
Add Update Delete
`);

/** Lists of clarifications. */
export const CLARIFICATION_LISTS = codeList(`
OPStatusAction OPStatusReason
`);

/** Regulations on dangerous goods: UNTDID 8273. */
export const DANGEROUS_GOODS = codeList(`
ADR ADS ADT ADU ADY ADZ ADV ADW ADX AEA AEB AGS ANR ARD CFR COM GVE GVS ICA IMD RGE RID UI ZZZ
`);

/** Measures of a handling unit: a part of UNTDID 6313. */
export const DESPATCH_MEASURES = codeList(`
AAB AAW AAX AAL
`);

/** Kinds of files that may be attached. */
export const FILES = codeList(`
application/pdf image/png image/jpeg image/tiff application/acad application/dwg drawing/dwg
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
application/vnd.oasis.opendocument.spreadsheet
`);

/** Identifiers of handling units. */
export const HANDLING_UNIT_SCHEMES = codeList(`
SSCC
`);

/** Kinds of images. */
export const IMAGES = codeList(`
PRODUCT_IMAGE TRADE_ITEM_DESCRIPTION
`);

/** Answers to an invoice: a part of UNTDID 4343. */
export const INVOICE_RESPONSES = codeList(`
AB AP RE IP UQ CA PD
`);

/** Changes of an order line: a part of UNTDID 1229. */
export const LINE_CHANGES = codeList(`
1 2 3 4 74
`);

/** Answers to an order line: a part of UNTDID 1229. */
export const LINE_RESPONSES = codeList(`
1 3 5 7 42
`);

/** Measures: a part of UNTDID 6313. */
export const MEASURED_ATTRIBUTES = codeList(`
ABJ AAF AAX HT LN WD GW TC AAO
`);

/** Reasons of a message level response. */
export const MESSAGE_STATUS_REASONS = codeList(`
BV BW SV
`);

/** NA alone. */
export const NOT_APPLICABLE = codeList(`
NA
`);

/** Answers to an order: a part of UNTDID 4343. */
export const ORDER_RESPONSES = codeList(`
AB AP RE CA
`);

/** Kinds of orders: a part of UNTDID 1001. */
export const ORDER_TYPES = codeList(`
105 220 221 226 227 402
`);

/** Levels of packaging: GS1 7009. */
export const PACKAGING_LEVELS = codeList(`
CU DU TU HN
`);

/** Identifiers for tracing products. */
export const PRODUCT_TRACE_SCHEMES = codeList(`
UDI
`);

/** Answers: a part of UNTDID 4343. */
export const RESPONSES = codeList(`
AB AP RE
`);

/** Actions asked for. */
export const STATUS_ACTIONS = codeList(`
NOA PIN NIN CNF CNP CNA OTH
`);

/** Reasons of a status. */
export const STATUS_REASONS = codeList(`
NON REF LEG REC QUA DEL PRI QTY ITM PAY UNR FIN PPD OTH
`);

/** Conditions of a transaction. */
export const TRANSACTION_CONDITIONS = codeList(`
CT NON_RETURNABLE
`);

/** Modes of transport: Recommendation 19 of UN/ECE. */
export const TRANSPORT_MODES = codeList(`
0 1 2 3 4 5 6 7 8 9
`);

/** Priorities of transport: a part of UNTDID 4219. */
export const TRANSPORT_PRIORITIES = codeList(`
1 2 3 4
`);
