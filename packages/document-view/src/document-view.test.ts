import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseXml } from '@pappel/xml/parse';
import { childElements, elementsOf, textOf } from '@pappel/xml/tree';
import { escapeText } from './html/escape.ts';
import { LABELS, LANGUAGES, languageFor } from './labels/language.ts';
import { readDocument } from './read.ts';
import { type DocumentView, groupsOf, valuesOf } from './view.ts';
import { STYLE_SOURCE, writeHtml } from './write-html.ts';

const CORPUS = new URL('../../../../shared/corpus/', import.meta.url);
const EXAMPLES = existsSync(CORPUS) ? globSync('*/examples/**/*.xml', { cwd: CORPUS.pathname }) : [];

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

function invoice(inside: string, root = 'Invoice'): Buffer {
  return Buffer.from(
    `<${root} xmlns="${UBL}:${root}-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">${inside}</${root}>`,
  );
}

function viewOf(bytes: Uint8Array): DocumentView {
  const reading = readDocument(bytes);
  assert.ok(reading.ok, reading.ok ? '' : reading.problem);
  return reading.view;
}

describe('a business document as people read it', () => {
  it('is written however many lines its address has', () => {
    const lines = '<cbc:AdditionalStreetName>x</cbc:AdditionalStreetName>'.repeat(190_000);
    const address = `<cac:PostalAddress><cbc:StreetName>y</cbc:StreetName>${lines}</cac:PostalAddress>`;
    const view = viewOf(
      invoice(`<cac:AccountingSupplierParty><cac:Party>${address}</cac:Party></cac:AccountingSupplierParty>`),
    );
    assert.match(writeHtml(view, 'en'), /y(<br>x){190000}/);
  });

  it('shows an invoice by the terms of EN 16931, amounts as they stand', () => {
    const view = viewOf(
      invoice(`<cbc:ID>4711</cbc:ID><cbc:IssueDate>2026-11-22</cbc:IssueDate>
        <cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Fjordbok AS</cbc:RegistrationName>
        </cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
        <cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">0100.10</cbc:PayableAmount></cac:LegalMonetaryTotal>
        <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">2</cbc:InvoicedQuantity>
        <cac:Item><cbc:Name>Oak</cbc:Name></cac:Item></cac:InvoiceLine>`),
    );
    assert.equal(view.kind, 'invoice');
    assert.deepEqual(valuesOf(view.group, 'BT-1'), [{ text: '4711' }]);
    const [seller] = groupsOf(view.group, 'BG-4');
    assert.ok(seller);
    assert.deepEqual(valuesOf(seller, 'BT-27'), [{ text: 'Fjordbok AS' }]);
    const [totals] = groupsOf(view.group, 'BG-22');
    assert.ok(totals);
    assert.deepEqual(valuesOf(totals, 'BT-115'), [{ text: '0100.10', qualifier: 'EUR' }]);
    const [line] = groupsOf(view.group, 'BG-25');
    assert.ok(line);
    assert.deepEqual(valuesOf(line, 'BT-129'), [{ text: '2', qualifier: 'C62' }]);
    assert.deepEqual(view.further, []);
    assert.match(writeHtml(view, 'sv'), /<h1>Faktura 4711<\/h1>/);
  });

  it('tells allowances from charges', () => {
    const entry = (isCharge: string, amount: string) =>
      `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">${amount}</cbc:Amount></cac:AllowanceCharge>`;
    const { group } = viewOf(
      invoice(entry('false', '1') + entry(' true ', '2') + entry('0', '3') + entry('1', '4')),
    );
    const amounts = (id: 'BG-20' | 'BG-21', term: 'BT-92' | 'BT-99') =>
      groupsOf(group, id).flatMap((each) => valuesOf(each, term).map((value) => value.text));
    assert.deepEqual(amounts('BG-20', 'BT-92'), ['1', '3']);
    assert.deepEqual(amounts('BG-21', 'BT-99'), ['2', '4']);
  });

  it('lists attachments with name, type and size, and never their content', () => {
    const content = Buffer.from('x'.repeat(3000)).toString('base64');
    const view = viewOf(
      invoice(`<cac:AdditionalDocumentReference><cbc:ID>A</cbc:ID><cac:Attachment>
        <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="hours.pdf">${content}</cbc:EmbeddedDocumentBinaryObject>
        </cac:Attachment></cac:AdditionalDocumentReference>`),
    );
    assert.deepEqual(view.files, [{ name: 'hours.pdf', mediaType: 'application/pdf', bytes: 3000 }]);
    const page = writeHtml(view, 'en');
    assert.match(page, /hours\.pdf/);
    assert.ok(!page.includes(content.slice(0, 40)));
  });

  it('shows hostile content as text', () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>&\u202egnp.exe';
    const written = escapeText(hostile);
    assert.ok(!/[<>"\u202e]/.test(written));
    const page = writeHtml(
      viewOf(
        invoice(`<cbc:ID>${written}</cbc:ID><cbc:Unknown>${written}</cbc:Unknown>
          <cac:InvoiceLine><cac:Item><cbc:Name>${written}</cbc:Name></cac:Item></cac:InvoiceLine>
          <cac:AdditionalDocumentReference><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="${written}" filename="${written}"/></cac:Attachment></cac:AdditionalDocumentReference>`),
      ),
      'en',
    );
    assert.ok(!/<script|<img|<a /.test(page));
    assert.match(page, /&lt;script&gt;/);
    assert.match(STYLE_SOURCE, /^'sha256-[A-Za-z0-9+/]{43}='$/);
  });

  it('shows the first thousand lines of a document and says how many there are beyond', () => {
    const lines = '<cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine>'.repeat(1200);
    const view = viewOf(invoice(lines));
    assert.equal(groupsOf(view.group, 'BG-25').length, 1000);
    assert.deepEqual(view.left, { lines: 200, fields: 0 });
    assert.match(writeHtml(view, 'en'), /More lines that are not shown: 200/);
  });

  it('refuses what is not XML, and what nobody would read', () => {
    assert.equal(readDocument(Buffer.from('not XML')).ok, false);
    assert.equal(readDocument(Buffer.from('<!DOCTYPE a><a/>')).ok, false);
    assert.equal(readDocument(invoice('<x/>'.repeat(200_001))).ok, false);
  });

  it('takes the first language it knows of those that somebody wants', () => {
    assert.equal(languageFor('nn-NO, en;q=0.5'), 'nb');
    assert.equal(languageFor('fi, de-AT;q=0.8'), 'de');
    assert.equal(languageFor(''), 'en');
  });

  it('has every word in every language', () => {
    for (const language of LANGUAGES)
      for (const [id, word] of Object.entries(LABELS[language]))
        assert.ok(word.length > 0, `${language} ${id}`);
  });
});

describe('the examples of EN 16931 and Peppol', {
  skip: EXAMPLES.length === 0 && 'they lie in ../shared',
}, () => {
  it('are read, and every value that stands in them is shown', () => {
    const missing = EXAMPLES.flatMap((file) => {
      const bytes = readFileSync(new URL(encodeURI(file), CORPUS));
      const page = writeHtml(viewOf(bytes), 'en');
      return valuesIn(bytes)
        .filter((text) => !page.includes(escapeText(text)))
        .map((text) => `${file}: ${text}`);
    });
    assert.deepEqual(missing, []);
  });

  it('leave few fields of invoices and orders without a term', () => {
    const counts = { fields: 0, further: 0 };
    const unnamed = new Map<string, number>();
    for (const file of EXAMPLES) {
      const bytes = readFileSync(new URL(encodeURI(file), CORPUS));
      const view = viewOf(bytes);
      if (!['invoice', 'creditNote', 'order', 'orderResponse', 'applicationResponse'].includes(view.kind))
        continue;
      counts.fields += valuesIn(bytes).length;
      counts.further += view.further.length;
      for (const field of view.further) {
        const path = field.path.join('/');
        unnamed.set(path, (unnamed.get(path) ?? 0) + 1);
      }
    }
    const most = [...unnamed].sort((a, b) => b[1] - a[1]).slice(0, 15);
    assert.ok(counts.further < counts.fields / 20, JSON.stringify([counts, most], null, 1));
  });
});

function valuesIn(bytes: Uint8Array): string[] {
  return [...elementsOf(parseXml(bytes))]
    .filter((element) => childElements(element).length === 0)
    .filter(
      ({ localName }) => localName !== 'EmbeddedDocumentBinaryObject' && localName !== 'ChargeIndicator',
    )
    .map((element) => textOf(element).trim())
    .filter((text) => text !== '');
}
