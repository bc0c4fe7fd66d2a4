import { describe } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { FAMILIES } from './families.ts';
import { PUNCH_OUT_RULES } from './punch-out-rules.ts';

const cart = fixture('punch-out.xml');
const IMAGE = '<cac:ItemSpecificationDocumentReference>';
const OTHER_IMAGE = `${IMAGE}<cbc:DocumentTypeCode>PRODUCT_IMAGE</cbc:DocumentTypeCode></cac:ItemSpecificationDocumentReference>`;

describe('punch-out carts, T77', () => {
  testBreaches(FAMILIES.T77, cart, []);
  testBreaches([PUNCH_OUT_RULES], cart, [
    ['The specification is that of carts', 'PEPPOL-T77-R010', 'trns:punch_out', 'trns:cart'],
    ['A cart is valid on the day of its issue', 'PEPPOL-T77-R001', '2026-11-30', '2026-11-20'],
    ['A cart says until when it is valid', 'PEPPOL-T77-R001', /<cbc:EndDate>.*?<\/cbc:EndDate>/, ''],
    ['A price is not negative', 'PEPPOL-T77-R003', '>50.00<', '>-50.00<'],
    ['An item has an identifier', 'PEPPOL-T77-R004', /<cac:SellersItem.*>/, ''],
    ['An item has one main image', 'PEPPOL-T77-R005', IMAGE, OTHER_IMAGE + IMAGE],
    ['Price and batch have the same unit', 'PEPPOL-T77-R006', '"EA">20', '"KGM">20'],
    ['Quantities are above zero', 'PEPPOL-T77-R002', '>20<', '>0<'],
    ['A service indicator is true or false', 'PEPPOL-T77-R007', '>false<', '>no<'],
    ['A tax category has a rate', 'PEPPOL-T77-R008 PEPPOL-T77-R009', '<cbc:Percent>25</cbc:Percent>', ''],
    ['The standard rate is above zero', 'PEPPOL-T77-R009', '>25<', '>0<'],
  ]);
});
