import { NONE, type Node } from '../../tape/tape.ts';
import { type DocumentView, NotEvaluable, normalised } from '../../view.ts';
import { everywhere } from '../places.ts';
import { perDocument, perNode } from '../remember.ts';

/**
 * An invoice or credit note by the business terms and groups of EN 16931, read from UBL when a rule asks. What is asked
 * of the whole document is found once for it.
 */

/** Invoice lines (BG-25) of the document itself: of an invoice or, and as well, of a credit note. */
export const lines = perDocument((doc): readonly Node[] => [
  ...doc.all(doc.root, 'cac:InvoiceLine'),
  ...doc.all(doc.root, 'cac:CreditNoteLine'),
]);

/** Elements named cac:InvoiceLine or cac:CreditNoteLine wherever they stand. */
export const invoiceLinesAnywhere = everywhere('cac:InvoiceLine');
export const creditNoteLinesAnywhere = everywhere('cac:CreditNoteLine');

/** Allowances of an element, such as a line (BG-27). @throws NotEvaluable when an indicator is no boolean */
export const allowancesOf = (doc: DocumentView, node: Node): Node[] =>
  doc.all(node, 'cac:AllowanceCharge').filter((entry) => isAllowance(doc, entry));
/** Charges of an element, such as a line (BG-28). @throws NotEvaluable when an indicator is no boolean */
export const chargesOf = (doc: DocumentView, node: Node): Node[] =>
  doc.all(node, 'cac:AllowanceCharge').filter((entry) => isCharge(doc, entry));

/** Whether an element says that it is an allowance. @throws NotEvaluable when its indicator is no boolean */
export const isAllowance = perNode((doc, node) => hasIndicator(doc, node, false));
export const isCharge = perNode((doc, node) => hasIndicator(doc, node, true));

function hasIndicator(doc: DocumentView, node: Node, expected: boolean): boolean {
  return doc.all(node, 'cbc:ChargeIndicator').some((indicator) => {
    const text = normalised(doc.string(indicator));
    const value = text === 'true' || text === '1';
    if (!value && text !== 'false' && text !== '0') throw new NotEvaluable(`"${text}" is not true or false`);
    return value === expected;
  });
}

/** Whether a document reference is of type 130: the invoiced object (BT-18, BT-128). */
export const isInvoicedObject = perNode((doc, reference) =>
  doc.strings(reference, 'cbc:DocumentTypeCode').includes('130'),
);

/** Document totals (BG-22): the first of them, NONE when there is none. */
export const totals = (doc: DocumentView): Node => doc.first(doc.root, 'cac:LegalMonetaryTotal');

/** VAT breakdown (BG-23): cac:TaxSubtotal of all tax totals of the document. */
export const vatBreakdown = (doc: DocumentView): Node[] => doc.all(doc.root, 'cac:TaxTotal/cac:TaxSubtotal');

/**
 * Whether one of the tax schemes of an element (a tax category, a party's registration) is VAT.
 *
 * @throws NotEvaluable when a scheme before it has several identifiers
 */
export const isVat = perNode((doc, node) =>
  doc.all(node, 'cac:TaxScheme').some((scheme) => isVatScheme(doc, scheme)),
);

/** The same of an element with one tax scheme. @throws NotEvaluable also when it has several */
export function isVatAlone(doc: DocumentView, node: Node): boolean {
  const scheme = doc.only(node, 'cac:TaxScheme');
  return scheme !== NONE && isVatScheme(doc, scheme);
}

function isVatScheme(doc: DocumentView, scheme: Node): boolean {
  const text = doc.onlyString(scheme, 'cbc:ID');
  return text === 'VAT' || normalised(text.toUpperCase()) === 'VAT';
}

/** VAT category code (BT-95, BT-102, BT-118, BT-151) of a tax category. @throws NotEvaluable when it has several */
export const categoryCode = (doc: DocumentView, category: Node): string => doc.onlyText(category, 'cbc:ID');
