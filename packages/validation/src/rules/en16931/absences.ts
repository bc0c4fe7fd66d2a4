import { everywhere } from '../places.ts';
import { type Absence, errors, type Family, type Test, warnings } from '../rule.ts';
import { absence, absences, DOCUMENTS } from './absence-table.ts';
import { ELSEWHERE, HEADER, LINES } from './absences.gen.ts';
import { someIs } from './conditions.ts';
import { isInvoicedObject } from './terms.ts';

/** A credit note has no other place for the due date. */
const DUE_DATE: Absence = {
  ...absence('UBL-CR-412', 'cac:PaymentMeans/cbc:PaymentDueDate'),
  context: ['/Invoice'],
};

const TYPE = 'cbc:DocumentTypeCode';
const documentReferences = everywhere('cac:AdditionalDocumentReference');

/** A reference of type 130 is the invoiced object (BT-18), and no supporting document (BG-24). */
const noInvoicedObjectHas =
  (path: string): Test =>
  (doc) =>
    !documentReferences(doc).some(
      (reference) => doc.has(reference, path) && isInvoicedObject(doc, reference),
    );

const onlyInvoicedObjectHasScheme: Test = (doc) =>
  !documentReferences(doc).some((reference) => {
    const types = doc.strings(reference, TYPE);
    if (types.length > 0 && types.every((type) => type === '130')) return false;
    return doc.all(reference, 'cbc:ID').some((id) => doc.attribute(id, 'schemeID') !== undefined);
  });

const isUblVersion: Test = (doc, root) =>
  !doc.has(root, 'cbc:UBLVersionID') || someIs(doc, root, 'cbc:UBLVersionID', '2.1');

/** UBL-CR: elements and attributes of UBL that an invoice of EN 16931 does not have. UBL-CR-663 is in data-types.ts. */
export const ABSENCES: Family = {
  name: 'Elements and attributes of UBL that EN 16931 does not use',
  absences: [...absences(HEADER), ...absences(LINES), ...absences(ELSEWHERE), DUE_DATE],
  patterns: [
    // biome-ignore format: one rule a line
    [
      {
        at: DOCUMENTS,
        rules: [
          ...warnings(
            ['UBL-CR-002', '', 'The UBL version, if given, is 2.1.', isUblVersion],
            ['UBL-CR-665', 'BT-18 BT-122', 'Only the reference to the invoiced object (type 130) has a scheme.', onlyInvoicedObjectHasScheme],
          ),
          ...errors(
            ['UBL-CR-666', 'BT-18', 'The reference to the invoiced object (type 130) has no attachment.', noInvoicedObjectHas('cac:Attachment')],
            ['UBL-CR-673', 'BT-18', 'The reference to the invoiced object (type 130) has no description.', noInvoicedObjectHas('cbc:DocumentDescription')],
          ),
        ],
      },
    ],
  ],
};
