import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { everyHit } from '../../tests/every-hit.ts';
import { HitLog } from '../hit-log.ts';
import { readTape } from '../tape/tape.ts';
import { checkStructure } from './check-structure.ts';
import { structureFor } from './structure-for.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const DECLARATIONS = `xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2"
  xmlns:ext="${UBL}:CommonExtensionComponents-2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;

/** Findings as `xpath: message`. */
function findingsOf(xml: string, name: string, version: string): string[] {
  const read = readTape(Buffer.from(xml));
  assert.ok(read.ok, read.ok ? '' : read.problem.message);
  const grammar = structureFor(`${UBL}:${name}-2`, name, version);
  assert.ok(grammar);
  const found = everyHit((hits) => checkStructure(read.tape, grammar, hits));
  for (const { code, severity } of found) assert.deepEqual([code, severity], ['XSD', 'ERROR']);
  return found.map(({ node, message }) => `${read.tape.xpath(node)}: ${message}`);
}

const documentOf = (name: string, content: string): string =>
  `<${name} xmlns="${UBL}:${name}-2" ${DECLARATIONS}>${content}</${name}>`;

const HEAD = '<cbc:ID>1</cbc:ID><cbc:IssueDate>2026-01-31</cbc:IssueDate>';
const PARTIES = `<cac:AccountingSupplierParty/><cac:AccountingCustomerParty/>`;
const ORDER_PARTIES = '<cac:BuyerCustomerParty/><cac:SellerSupplierParty/>';
const ITEM = '<cac:LineItem><cbc:ID>1</cbc:ID><cac:Item/></cac:LineItem>';
const REFERENCE = '<cac:OrderReference><cbc:ID>1</cbc:ID></cac:OrderReference>';
const TOTAL = `<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">1</cbc:PayableAmount></cac:LegalMonetaryTotal>`;
const LINE = `<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:LineExtensionAmount currencyID="EUR">1</cbc:LineExtensionAmount><cac:Item/></cac:InvoiceLine>`;

/** An invoice with something more before its parties, in a line's item, or behind its lines. */
const invoice = ({ head = '', parties = PARTIES, item = '<cac:Item/>', end = '' } = {}): string =>
  documentOf('Invoice', HEAD + head + parties + TOTAL + LINE.replace('<cac:Item/>', item) + end);
const check = (parts: Parameters<typeof invoice>[0]): string[] =>
  findingsOf(invoice(parts), 'Invoice', '2.1');

describe('Every document of the Peppol BIS has a structure', () => {
  const least: [name: string, version: string, content: string][] = [
    ['Invoice', '2.1', HEAD + PARTIES + TOTAL + LINE],
    [
      'CreditNote',
      '2.1',
      `${HEAD}${PARTIES}${TOTAL}<cac:CreditNoteLine><cbc:ID>1</cbc:ID></cac:CreditNoteLine>`,
    ],
    ['Order', '2.1', `${HEAD}${ORDER_PARTIES}<cac:OrderLine>${ITEM}</cac:OrderLine>`],
    ['OrderResponse', '2.1', `${HEAD}${REFERENCE}<cac:SellerSupplierParty/><cac:BuyerCustomerParty/>`],
    [
      'DespatchAdvice',
      '2.1',
      `${HEAD}<cac:DespatchSupplierParty/><cac:DeliveryCustomerParty/><cac:DespatchLine><cbc:ID>1</cbc:ID><cac:OrderLineReference><cbc:LineID>1</cbc:LineID></cac:OrderLineReference><cac:Item/></cac:DespatchLine>`,
    ],
    ['ApplicationResponse', '2.1', `${HEAD}<cac:SenderParty/><cac:ReceiverParty/>`],
    [
      'Catalogue',
      '2.1',
      `${HEAD}<cac:ProviderParty/><cac:ReceiverParty/><cac:CatalogueLine><cbc:ID>1</cbc:ID><cac:Item/></cac:CatalogueLine>`,
    ],
    ['OrderResponse', '2.3', `${HEAD}${REFERENCE}<cac:SellerSupplierParty/><cac:BuyerCustomerParty/>`],
    [
      'OrderChange',
      '2.3',
      `<cbc:IssueDate>2026-01-31</cbc:IssueDate><cbc:SequenceNumberID>2</cbc:SequenceNumberID>${REFERENCE}${ORDER_PARTIES}<cac:OrderLine>${ITEM}</cac:OrderLine>`,
    ],
    [
      'OrderCancellation',
      '2.3',
      `${HEAD}<cbc:CancellationNote>No more</cbc:CancellationNote>${REFERENCE}${ORDER_PARTIES}`,
    ],
  ];
  for (const [name, version, content] of least) {
    test(`A ${name} of UBL ${version} with the least that it must hold is accepted`, () => {
      assert.deepEqual(findingsOf(documentOf(name, content), name, version), []);
    });
    test(`A ${name} of UBL ${version} with nothing in it lacks what it must hold`, () => {
      const found = findingsOf(documentOf(name, ''), name, version);
      const demanded =
        content.match(/(?<=^|>)<c[ab]c:(?:IssueDate|SellerSupplierParty|ReceiverParty)\b/g) ?? [];
      for (const tag of demanded)
        assert.ok(found.includes(`/${name}: "${tag.slice(1)}" is missing in "${name}".`), tag);
      assert.ok(found.length >= 3);
    });
  }

  test('Other documents, namespaces and versions have none here', () => {
    assert.equal(structureFor(`${UBL}:Waybill-2`, 'Waybill', '2.1'), undefined);
    assert.equal(structureFor(`${UBL}:OrderChange-2`, 'OrderChange', '2.1'), undefined);
    assert.equal(structureFor(`${UBL}:Invoice-3`, 'Invoice', '2.1'), undefined);
    assert.equal(structureFor(`${UBL}:Invoice-2`, 'CreditNote', '2.1'), undefined);
    assert.equal(structureFor(`${UBL}:Invoice-2`, 'Invoice', 'constructor'), undefined);
  });

  test('A document is held against what it should be, not against what it is', () => {
    const found = findingsOf(documentOf('CreditNote', ''), 'Invoice', '2.1');
    const expected = `/CreditNote: The document must be "Invoice" in the namespace "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2", found "CreditNote" in "${UBL}:CreditNote-2".`;
    assert.deepEqual(found, [expected]);
  });
});

describe('Elements stand in their order and number', () => {
  test('An element that UBL does not know there is refused', () => {
    assert.deepEqual(check({ head: '<cbc:Colour>red</cbc:Colour>' }), [
      '/Invoice/cbc:Colour: "cbc:Colour" is not known inside "Invoice".',
    ]);
    assert.deepEqual(check({ item: '<cac:Item><cbc:IssueDate>2026-01-31</cbc:IssueDate></cac:Item>' }), [
      '/Invoice/cac:InvoiceLine/cac:Item/cbc:IssueDate: "cbc:IssueDate" is not known inside "cac:Item".',
    ]);
  });

  test('An element of the wrong namespace is told which one it needs', () => {
    assert.deepEqual(check({ head: '<Note>x</Note>' }), [
      '/Invoice/Note: "Note" is not known inside "Invoice". It is in the wrong namespace: found "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2", expected "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2", the one of "cbc:Note".',
    ]);
  });

  test('A required element that stands too late is reported once, where it stands', () => {
    const parties = '<cac:AccountingCustomerParty/><cac:AccountingSupplierParty/>';
    assert.deepEqual(check({ parties }), [
      '/Invoice/cac:AccountingSupplierParty: "cac:AccountingSupplierParty" stands too late: it belongs before "cac:AccountingCustomerParty".',
    ]);
  });

  test('What may stand once is refused each further time', () => {
    const head = '<cbc:DueDate>2026-02-01</cbc:DueDate>'.repeat(3);
    assert.deepEqual(check({ head }), [
      '/Invoice/cbc:DueDate[2]: "cbc:DueDate" may stand here only once.',
      '/Invoice/cbc:DueDate[3]: "cbc:DueDate" may stand here only once.',
    ]);
    assert.deepEqual(check({ head: '<cbc:Note>a</cbc:Note><cbc:Note/>' }), []);
  });

  test('A missing element is reported at the element that lacks it', () => {
    const head = '<cac:AdditionalDocumentReference/>';
    assert.deepEqual(check({ head }), [
      '/Invoice/cac:AdditionalDocumentReference: "cbc:ID" is missing in "cac:AdditionalDocumentReference".',
    ]);
    assert.deepEqual(check({ head: head.replace('/>', '><cbc:ID/></cac:AdditionalDocumentReference>') }), []);
  });

  test('Text between elements is refused; white space, comments and instructions are not', () => {
    assert.deepEqual(check({ end: 'and so on' }), [
      '/Invoice: "Invoice" must not hold text of its own, only elements.',
    ]);
    assert.deepEqual(check({ end: '\n <!-- and so on --> <?go on?>\n' }), []);
  });

  test('Amounts have a currency, embedded files a media type and base64', () => {
    const file = (attributes: string, content: string): string[] =>
      check({
        head: `<cac:AdditionalDocumentReference><cbc:ID/><cac:Attachment><cbc:EmbeddedDocumentBinaryObject${attributes}>${content}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`,
      }).map((finding) => finding.replace(/^.*: (?=")/, ''));
    assert.deepEqual(file(' mimeCode="image/png" filename="a.png"', 'QUFB\nQQ=='), []);
    assert.deepEqual(file('', '%PDF'), [
      '"cbc:EmbeddedDocumentBinaryObject" needs the attribute "mimeCode".',
      '"cbc:EmbeddedDocumentBinaryObject" must be a file in base64, found "%PDF".',
    ]);
    const bare = invoice().replace('<cbc:PayableAmount currencyID="EUR">', '<cbc:PayableAmount>');
    assert.deepEqual(findingsOf(bare, 'Invoice', '2.1'), [
      '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount: "cbc:PayableAmount" needs the attribute "currencyID".',
    ]);
  });

  test('A value must not be made of elements', () => {
    assert.deepEqual(check({ head: '<cbc:Note>a<cbc:ID>1</cbc:ID></cbc:Note>' }), [
      '/Invoice/cbc:Note: "cbc:Note" must hold a value, not elements.',
    ]);
  });

  test('What an unknown element holds is not looked into', () => {
    assert.deepEqual(check({ end: '<x:a xmlns:x="urn:x" b="1">text<x:c/></x:a>' }), [
      '/Invoice/a: "a" is not known inside "Invoice".',
    ]);
  });

  test('Nothing more is looked for when there are too many hits', () => {
    const read = readTape(
      Buffer.from(documentOf('Invoice', '<cbc:Colour/><cbc:Note a="1"/>'.repeat(10_000))),
    );
    const grammar = structureFor(`${UBL}:Invoice-2`, 'Invoice', '2.1');
    assert.ok(read.ok && grammar);
    const log = new HitLog();
    checkStructure(read.tape, grammar, log);
    assert.ok(log.isFull && log.listed().length < 10, `${log.listed().length} different things`);
    assert.ok(log.errorCount < 25_000);
  });
});

describe('UBL 2.3 differs from 2.1 where it changed', () => {
  const response = (more: string): string =>
    documentOf(
      'OrderResponse',
      `${HEAD}${REFERENCE}<cac:SellerSupplierParty>${more}</cac:SellerSupplierParty><cac:BuyerCustomerParty/>`,
    );
  const count = (more: string): number[] =>
    ['2.1', '2.3'].map((version) => findingsOf(response(more), 'OrderResponse', version).length);

  test('An element that was added is known in 2.3 only, at its place', () => {
    const contact = (content: string): string => `<cac:SellerContact>${content}</cac:SellerContact>`;
    assert.deepEqual(count(contact('<cbc:Name/><cbc:JobTitle/><cbc:Telephone/>')), [1, 0]);
    assert.deepEqual(count(contact('<cbc:Telephone/><cbc:JobTitle/>')), [1, 1]);
  });

  test('A number that was changed counts in 2.3 only', () => {
    const entity = '<cbc:CompanyLegalForm/>'.repeat(2);
    const party = `<cac:Party><cac:PartyLegalEntity>${entity}</cac:PartyLegalEntity></cac:Party>`;
    assert.deepEqual(count(party), [1, 0]);
  });

  test('Extensions may stand in every aggregate of 2.3, in 2.1 in the root element only', () => {
    const extensions =
      '<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent><x:a xmlns:x="urn:x"/></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>';
    assert.deepEqual(count(extensions), [1, 0]);
  });
});
