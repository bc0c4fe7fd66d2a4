import { normalised } from '../../view.ts';
import { perNode } from '../remember.ts';
import { errors, type Family, type Test, warnings } from '../rule.ts';
import { exists, filled } from './conditions.ts';

const CODE = 'cbc:PaymentMeansCode';
const isTransfer = (code: string): boolean => code === '30' || code === '58';

/** Whether one of the codes, as it stands, is that of a credit transfer. */
const pays = perNode((doc, means) => doc.strings(means, CODE).some(isTransfer));

const hasAccount: Test = (doc, means) =>
  (doc.has(means, 'cac:PayeeFinancialAccount/cbc:ID') && isTransfer(doc.onlyText(means, CODE))) ||
  !isTransfer(doc.onlyText(means, CODE));

const isShortened: Test = (doc, card) => [...normalised(doc.string(card))].length <= 10;

/** Payment, delivery and references to other documents. */
export const PAYMENT_AND_REFERENCES: Family = {
  name: 'Payment, delivery and references',
  patterns: [
    // biome-ignore format: one rule a line
    [
      {
        at: ['cac:PaymentMeans/cac:PayeeFinancialAccount'],
        where: (doc, account) => pays(doc, doc.tape.parent(account)),
        rules: errors(['BR-50', 'BT-84', 'The account that a credit transfer goes to has an identifier.', filled('cbc:ID')]),
      },
      { at: ['cac:PaymentMeans'], rules: errors(
        ['BR-49', 'BT-81', 'Payment instructions have a type code.', exists(CODE)],
        ['BR-61', 'BT-84', 'A credit transfer names the account that it goes to.', hasAccount],
      ) },
      { at: ['cac:PaymentMeans/cac:CardAccount/cbc:PrimaryAccountNumberID'], rules: warnings(['BR-51', 'BT-87', 'Of a card number at most the first six and last four digits are shown.', isShortened]) },
      { at: ['cac:Delivery/cac:DeliveryLocation/cac:Address'], rules: errors(['BR-57', 'BT-80', 'The address of a delivery has a country.', exists('cac:Country/cbc:IdentificationCode')]) },
      { at: ['cac:BillingReference'], rules: errors(['BR-55', 'BT-25', 'A reference to a preceding invoice has its number.', exists('cac:InvoiceDocumentReference/cbc:ID')]) },
      { at: ['cac:AdditionalDocumentReference'], rules: errors(['BR-52', 'BT-122', 'A supporting document has an identifier.', filled('cbc:ID')]) },
    ],
  ],
};
