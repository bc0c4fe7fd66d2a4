import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changed, codesOf } from '../../../tests/run-rules.ts';
import { VAT_CATEGORIES } from './vat-categories.ts';

interface Case {
  prefix: string;
  code: string;
  percent: string;
  tax: string;
  isExempt: boolean;
  /** Elements of a party with a VAT number: which parties have one. */
  registered: { seller: boolean; buyer: boolean };
  /** A rate that its items do not have. */
  wrongPercent: string;
}

const BOTH = { seller: true, buyer: true };
const SELLER = { seller: true, buyer: false };
const CASES: Case[] = [
  {
    prefix: 'BR-AE',
    code: 'AE',
    percent: '0',
    tax: '0',
    isExempt: true,
    registered: BOTH,
    wrongPercent: '25',
  },
  {
    prefix: 'BR-E',
    code: 'E',
    percent: '0',
    tax: '0',
    isExempt: true,
    registered: SELLER,
    wrongPercent: '25',
  },
  {
    prefix: 'BR-G',
    code: 'G',
    percent: '0',
    tax: '0',
    isExempt: true,
    registered: SELLER,
    wrongPercent: '25',
  },
  {
    prefix: 'BR-IC',
    code: 'K',
    percent: '0',
    tax: '0',
    isExempt: true,
    registered: BOTH,
    wrongPercent: '25',
  },
  {
    prefix: 'BR-AF',
    code: 'L',
    percent: '7',
    tax: '7',
    isExempt: false,
    registered: SELLER,
    wrongPercent: '-7',
  },
  {
    prefix: 'BR-AG',
    code: 'M',
    percent: '4',
    tax: '4',
    isExempt: false,
    registered: SELLER,
    wrongPercent: '-4',
  },
  {
    prefix: 'BR-O',
    code: 'O',
    percent: '',
    tax: '0',
    isExempt: true,
    registered: { seller: false, buyer: false },
    wrongPercent: '0',
  },
  {
    prefix: 'BR-S',
    code: 'S',
    percent: '25',
    tax: '25',
    isExempt: false,
    registered: SELLER,
    wrongPercent: '0',
  },
  {
    prefix: 'BR-Z',
    code: 'Z',
    percent: '0',
    tax: '0',
    isExempt: false,
    registered: SELLER,
    wrongPercent: '25',
  },
];

const scheme = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
const registration = `<cac:PartyTaxScheme><cbc:CompanyID>SE1</cbc:CompanyID>${scheme}</cac:PartyTaxScheme>`;
const percentOf = (percent: string): string =>
  percent === '' ? '' : `<cbc:Percent>${percent}</cbc:Percent>`;
const category = (name: string, code: string, percent: string, rest = ''): string =>
  `<cac:${name}><cbc:ID>${code}</cbc:ID>${percentOf(percent)}${rest}${scheme}</cac:${name}>`;
const entry = (indicator: string, amount: string, { code, percent }: Case): string =>
  `<cac:AllowanceCharge><cbc:ChargeIndicator>${indicator}</cbc:ChargeIndicator><cbc:Amount>${amount}</cbc:Amount>${category('TaxCategory', code, percent)}</cac:AllowanceCharge>`;
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** A line of 90, a charge of 20 and an allowance of 10, all of one VAT category: what its rules look at. */
function invoiceOf(used: Case): string {
  const { code, percent, tax, isExempt, registered } = used;
  const reason = isExempt ? '<cbc:TaxExemptionReason>Because</cbc:TaxExemptionReason>' : '';
  return `<Invoice xmlns="${UBL}:Invoice-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">
<cac:AccountingSupplierParty><cac:Party>${registered.seller ? registration : ''}</cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party>${registered.buyer ? registration : ''}</cac:Party></cac:AccountingCustomerParty>
<cac:Delivery><cbc:ActualDeliveryDate>2026-11-20</cbc:ActualDeliveryDate><cac:DeliveryLocation><cac:Address><cac:Country><cbc:IdentificationCode>FI</cbc:IdentificationCode></cac:Country></cac:Address></cac:DeliveryLocation></cac:Delivery>
${entry('true', '20', used)}
${entry('false', '10', used)}
<cac:TaxTotal><cac:TaxSubtotal><cbc:TaxableAmount>100</cbc:TaxableAmount><cbc:TaxAmount>${tax}</cbc:TaxAmount>${category('TaxCategory', code, percent, reason)}</cac:TaxSubtotal></cac:TaxTotal>
<cac:InvoiceLine><cbc:LineExtensionAmount>90</cbc:LineExtensionAmount><cac:Item>${category('ClassifiedTaxCategory', code, percent)}</cac:Item></cac:InvoiceLine>
</Invoice>`;
}

const broken = (xml: string): string[] => codesOf([VAT_CATEGORIES], xml);
const parties = (xml: string, registered: string): string =>
  xml
    .replaceAll(registration, '')
    .replaceAll('<cac:Party></cac:Party>', `<cac:Party>${registered}</cac:Party>`);

for (const used of CASES) {
  const { prefix, code, percent, isExempt } = used;
  const invoice = invoiceOf(used);
  const ids = (...numbers: string[]): string[] => numbers.map((number) => `${prefix}-${number}`);

  describe(`VAT category ${code}`, () => {
    test('An invoice that uses it rightly breaks no rule', () => assert.deepEqual(broken(invoice), []));

    test(`The breakdown has it [${prefix}-01]`, () =>
      assert.deepEqual(broken(changed(invoice, /<cac:TaxTotal>.*/, '')), ids('01')));

    test(`Another tax than VAT is left alone`, () =>
      assert.deepEqual(
        broken(invoice.replaceAll('<cbc:ID>VAT</cbc:ID>', '<cbc:ID>GST</cbc:ID>')).filter(
          (id) => !/S-0[1234]/.test(id),
        ),
        [],
      ));

    test(`The parties are registered as it demands [${prefix}-02, -03, -04]`, () =>
      assert.deepEqual(broken(parties(invoice, code === 'O' ? registration : '')), ids('02', '03', '04')));

    test(`Items have its rate [${prefix}-05]`, () => {
      const wrong = category('ClassifiedTaxCategory', code, used.wrongPercent);
      const found = broken(changed(invoice, category('ClassifiedTaxCategory', code, percent), wrong));
      assert.deepEqual(
        found.filter((id) => id !== `${prefix}-08`),
        ids('05'),
      );
    });

    test(`Allowances and charges have its rate [${prefix}-06, -07]`, () => {
      const right = `</cbc:Amount>${category('TaxCategory', code, percent)}`;
      const wrong = `</cbc:Amount>${category('TaxCategory', code, used.wrongPercent)}`;
      assert.deepEqual(
        broken(invoice.replaceAll(right, wrong)).filter((id) => id !== `${prefix}-08`),
        ids('06', '07'),
      );
    });

    test(`The taxable amount is the sum of what has it [${prefix}-08]`, () => {
      const wrong = changed(invoice, '<cbc:LineExtensionAmount>90<', '<cbc:LineExtensionAmount>91<');
      assert.deepEqual(broken(wrong), ids('08'));
      const unreadable = changed(invoice, '<cbc:LineExtensionAmount>90<', '<cbc:LineExtensionAmount>9e1<');
      assert.deepEqual(broken(unreadable), ids('08'));
    });

    test(`The tax amount follows from its rate [${prefix}-09]`, () =>
      assert.deepEqual(broken(changed(invoice, /<cbc:TaxAmount>[^<]*/, '<cbc:TaxAmount>30')), ids('09')));

    test(`A reason of exemption ${isExempt ? 'is demanded' : 'is forbidden'} [${prefix}-10]`, () => {
      const reason = '<cbc:TaxExemptionReasonCode>VATEX-EU-O</cbc:TaxExemptionReasonCode>';
      const wrong = isExempt
        ? changed(invoice, /<cbc:TaxExemptionReason>.*?<\/cbc:TaxExemptionReason>/, '')
        : changed(invoice, /(?=<cac:TaxScheme>.*<\/cac:TaxSubtotal>)/, reason);
      assert.deepEqual(broken(wrong), ids('10'));
    });
  });
}

const caseOf = (code: string): Case => CASES.find((used) => used.code === code) ?? assert.fail(code);

describe('rules of one VAT category', () => {
  test('An intra-community supply has a date and a country of delivery [BR-IC-11, BR-IC-12]', () => {
    const invoice = invoiceOf(caseOf('K'));
    assert.deepEqual(broken(changed(invoice, /<cac:Delivery>.*/, '')), ['BR-IC-11', 'BR-IC-12']);
    const period = '<cac:InvoicePeriod><cbc:DescriptionCode>35</cbc:DescriptionCode></cac:InvoicePeriod>';
    assert.deepEqual(broken(changed(invoice, /<cbc:ActualDeliveryDate>.*?<\/cbc:ActualDeliveryDate>/, '')), [
      'BR-IC-11',
    ]);
    assert.deepEqual(
      broken(
        changed(
          invoice,
          /<cac:Delivery><cbc:ActualDeliveryDate>.*?<\/cbc:ActualDeliveryDate>/,
          `${period}<cac:Delivery>`,
        ),
      ),
      [],
    );
  });

  test('What is not subject to VAT stands beside nothing else [BR-O-11 to BR-O-14]', () => {
    const other = caseOf('Z');
    const subtotal = `<cac:TaxSubtotal><cbc:TaxableAmount>15</cbc:TaxableAmount><cbc:TaxAmount>0</cbc:TaxAmount>${category('TaxCategory', 'Z', '0')}</cac:TaxSubtotal></cac:TaxTotal>`;
    const line = `<cac:InvoiceLine><cbc:LineExtensionAmount>5</cbc:LineExtensionAmount><cac:Item>${category('ClassifiedTaxCategory', 'Z', '0')}</cac:Item></cac:InvoiceLine></Invoice>`;
    let invoice = changed(invoiceOf(caseOf('O')), '</cac:TaxTotal>', subtotal);
    invoice = changed(invoice, '</Invoice>', line);
    invoice = changed(
      invoice,
      '<cac:TaxTotal>',
      `${entry('true', '20', other)}${entry('false', '10', other)}<cac:TaxTotal>`,
    );
    assert.deepEqual(broken(invoice), [
      'BR-O-11',
      'BR-O-12',
      'BR-O-13',
      'BR-O-14',
      'BR-Z-02',
      'BR-Z-03',
      'BR-Z-04',
    ]);
  });

  test('Split payment is for Italy, and not beside the standard rate [BR-B-01, BR-B-02]', () => {
    const invoice = invoiceOf(caseOf('S'));
    const split = changed(
      invoice,
      '<cac:ClassifiedTaxCategory><cbc:ID>S<',
      '<cac:ClassifiedTaxCategory><cbc:ID>B<',
    );
    assert.deepEqual(
      broken(split).filter((id) => id.startsWith('BR-B')),
      ['BR-B-01', 'BR-B-02'],
    );
    const italian = changed(invoice.replaceAll('<cbc:ID>S<', '<cbc:ID>B<'), '>FI<', '>IT<');
    assert.deepEqual(broken(italian), []);
  });

  test('The same rate may be written in different ways [BR-S-08]', () => {
    const invoice = invoiceOf(caseOf('S'));
    assert.deepEqual(broken(changed(invoice, '<cbc:Percent>25<', '<cbc:Percent> +25.00 <')), []);
  });

  test('A taxable amount may be less than one off, not one [BR-S-08]', () => {
    const invoice = invoiceOf(caseOf('S'));
    assert.deepEqual(
      broken(changed(invoice, '<cbc:LineExtensionAmount>90<', '<cbc:LineExtensionAmount>90.99<')),
      [],
    );
    assert.deepEqual(broken(changed(invoice, '<cbc:TaxableAmount>100<', '<cbc:TaxableAmount>INF<')), [
      'BR-S-08',
      'BR-S-09',
    ]);
  });
});
