import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FIXTURE = join(ROOT, 'packages/validation/tests/fixtures/invoice.xml');
const OFFICIAL = join(ROOT, '../shared/corpus/peppol-billing/examples/base-example.xml');
const RATES = [25, 12, 6];

export interface BenchDocument {
  name: string;
  bytes: Buffer;
}

/** A document of about 9 KB: the official example of Peppol, or ours when that is not beside the project. */
export function smallDocument(): BenchDocument {
  return existsSync(OFFICIAL)
    ? { name: 'base-example', bytes: readFileSync(OFFICIAL) }
    : { name: '4 lines', bytes: invoice(4) };
}

const amount = (cents: number): string => (cents / 100).toFixed(2);

interface Line {
  number: number;
  quantity: number;
  price: number;
  allowance: number;
  net: number;
  rate: number;
}

function lineAt(index: number): Line {
  const quantity = (index % 9) + 1;
  const price = 10_000 + (index % 97) * 125;
  const allowance = (index % 4) * 250;
  const net = quantity * price - allowance;
  return { number: index + 1, quantity, price, allowance, net, rate: RATES[index % RATES.length] ?? 25 };
}

const taxCategory = (name: string, rate: number, indent: string): string => `${indent}<cac:${name}>
${indent}  <cbc:ID>S</cbc:ID>
${indent}  <cbc:Percent>${rate}</cbc:Percent>
${indent}  <cac:TaxScheme>
${indent}    <cbc:ID>VAT</cbc:ID>
${indent}  </cac:TaxScheme>
${indent}</cac:${name}>
`;

const lineXml = ({ number, quantity, price, allowance, net, rate }: Line): string => `  <cac:InvoiceLine>
    <cbc:ID>${number}</cbc:ID>
    <cbc:InvoicedQuantity unitCode="H87">${quantity}</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="SEK">${amount(net)}</cbc:LineExtensionAmount>
    <cac:OrderLineReference>
      <cbc:LineID>${number}</cbc:LineID>
    </cac:OrderLineReference>
    <cac:AllowanceCharge>
      <cbc:ChargeIndicator>false</cbc:ChargeIndicator>
      <cbc:AllowanceChargeReason>Discount</cbc:AllowanceChargeReason>
      <cbc:Amount currencyID="SEK">${amount(allowance)}</cbc:Amount>
    </cac:AllowanceCharge>
    <cac:Item>
      <cbc:Description>Pine board number ${number}, planed on four sides, for panels and floors</cbc:Description>
      <cbc:Name>Pine board ${number}</cbc:Name>
      <cac:SellersItemIdentification>
        <cbc:ID>PB-${number}</cbc:ID>
      </cac:SellersItemIdentification>
      <cac:StandardItemIdentification>
        <cbc:ID schemeID="0160">7300010000001</cbc:ID>
      </cac:StandardItemIdentification>
      <cac:OriginCountry>
        <cbc:IdentificationCode>SE</cbc:IdentificationCode>
      </cac:OriginCountry>
${taxCategory('ClassifiedTaxCategory', rate, '      ')}    </cac:Item>
    <cac:Price>
      <cbc:PriceAmount currencyID="SEK">${amount(price)}</cbc:PriceAmount>
    </cac:Price>
  </cac:InvoiceLine>
`;

function subtotalXml(lines: readonly Line[], rate: number): { vat: number; xml: string } {
  const net = lines.filter((line) => line.rate === rate).reduce((sum, line) => sum + line.net, 0);
  const vat = Math.round((net * rate) / 100);
  const xml = `    <cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="SEK">${amount(net)}</cbc:TaxableAmount>
      <cbc:TaxAmount currencyID="SEK">${amount(vat)}</cbc:TaxAmount>
${taxCategory('TaxCategory', rate, '      ')}    </cac:TaxSubtotal>
`;
  return { vat, xml };
}

function totalsXml(lines: readonly Line[]): string {
  const rates = RATES.filter((rate) => lines.some((line) => line.rate === rate));
  const subtotals = rates.map((rate) => subtotalXml(lines, rate));
  const vat = subtotals.reduce((sum, one) => sum + one.vat, 0);
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  return `  <cac:TaxTotal>
    <cbc:TaxAmount currencyID="SEK">${amount(vat)}</cbc:TaxAmount>
${subtotals.map(({ xml }) => xml).join('')}  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="SEK">${amount(net)}</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="SEK">${amount(net)}</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="SEK">${amount(net + vat)}</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="SEK">${amount(net + vat)}</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
`;
}

/** A valid invoice with so many lines, indented, some 1.4 KB a line. */
export function invoice(count: number): Buffer {
  const template = readFileSync(FIXTURE, 'utf8');
  const head = template.slice(0, template.indexOf('  <cac:TaxTotal>'));
  const lines = Array.from({ length: count }, (_, index) => lineAt(index));
  return Buffer.from(`${head}${totalsXml(lines)}${lines.map(lineXml).join('')}</Invoice>\n`);
}

const ATTACHMENTS = 10;

/** A valid invoice of about so many bytes, nearly all of them attachments in base64. */
export function invoiceWithAttachments(bytes: number): Buffer {
  const small = invoice(10).toString();
  const file = Buffer.alloc(Math.floor((bytes / ATTACHMENTS) * 0.75), 'a drawing ').toString('base64');
  const attachment = (_: unknown, index: number): string => `  <cac:AdditionalDocumentReference>
    <cbc:ID>Drawing ${index + 1}</cbc:ID>
    <cac:Attachment>
      <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="${index + 1}.pdf">${file}</cbc:EmbeddedDocumentBinaryObject>
    </cac:Attachment>
  </cac:AdditionalDocumentReference>
`;
  const attachments = Array.from({ length: ATTACHMENTS }, attachment).join('');
  return Buffer.from(small.replace('  <cac:AccountingSupplierParty>', (found) => attachments + found));
}
