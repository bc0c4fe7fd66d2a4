import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changed, codesOf, fixture, hitsOf } from '../../../tests/run-rules.ts';
import { PARTY_IDENTIFIERS } from './party-identifiers.ts';

const good = fixture('invoice.xml');
const ENDPOINT = '<cbc:EndpointID schemeID="0007">5567321707</cbc:EndpointID>';
const endpoint = (scheme: string, value: string): string =>
  changed(good, ENDPOINT, `<cbc:EndpointID schemeID="${scheme}">${value}</cbc:EndpointID>`);
const codes = (xml: string): string[] => codesOf([PARTY_IDENTIFIERS], xml);

describe('identifiers of parties', () => {
  const identifiers: [rule: string, scheme: string, accepted: string[], refused: string[]][] = [
    ['R040', '0088', ['7300010000001', ' 7300010000001 ', '0'], ['7300010000002', '730001000000A', '']],
    ['R041', '0192', ['991825827'], ['991825826', '000000000', '9918258270']],
    ['R042', '0184', ['12345678', 'DK12345678'], ['dk12345678', '1234567', ' 12345678', 'SE12345678']],
    ['R052', '0096', ['1234567890'], ['123456789', '1234567890 ']],
    ['R053', '0198', ['DK12345678'], ['12345678', 'DK1234567A']],
    ['R043', '0208', ['0202239951'], ['0202239950', '202239951']],
    ['R044', '0201', ['abC123'], ['abC12', 'abC12!']],
    ['R045', '0210', ['12345678901', '+1234567890', 'RSSMRA80A01H501U'], ['1234567890', 'RSSMRA80A01H5011']],
    ['R046', '9907', ['12345678901'], ['ABC']],
    ['R047', '0211', ['IT00743110157', 'DE1'], ['IT00743110158', 'it0074311015', 'IT+0743110157']],
    ['R049', '0007', ['5567321707'], ['5567321708', '556732-1707', '55673217070']],
    ['R050', '0151', ['51824753556'], ['51824753557', '5182475355']],
    ['R054', '0106', ['12345678'], ['123456789']],
    ['R055', '0190', ['12345678901234567890'], ['1234567890123456789']],
    ['R056-1', '9944', ['NL123456789B12'], ['NL123456789A12', 'nl123456789B12']],
    ['R057', '0217', ['123456789012'], ['12345678901']],
  ];
  for (const [rule, scheme, accepted, refused] of identifiers)
    test(`An identifier of scheme ${scheme} has the form and check digit of PEPPOL-COMMON-${rule}`, () => {
      for (const value of accepted) assert.deepEqual(codes(endpoint(scheme, value)), [], value);
      for (const value of refused)
        assert.deepEqual(codes(endpoint(scheme, value)), [`PEPPOL-COMMON-${rule}`], value);
    });

  test('Identifiers of parties and companies are looked at as well as endpoints, other identifiers are not', () => {
    const party = changed(
      good,
      ENDPOINT,
      '<cac:PartyIdentification><cbc:ID schemeID="0088">1</cbc:ID></cac:PartyIdentification>',
    );
    assert.deepEqual(codes(party), ['PEPPOL-COMMON-R040']);
    const company = changed(good, 'CompanyID schemeID="0007">5567321707', 'CompanyID schemeID="0088">1');
    assert.deepEqual(codes(company), ['PEPPOL-COMMON-R040']);
    assert.deepEqual(codes(changed(good, ENDPOINT, '<cbc:ID schemeID="0088">1</cbc:ID>')), []);
  });

  test('A VAT number that begins with NL has the form of a Dutch one', () => {
    assert.deepEqual(codes(changed(good, 'SE556732170701', 'NL123456789B12')), []);
    const [hit] = hitsOf([PARTY_IDENTIFIERS], changed(good, 'SE556732170701', 'NL12'));
    assert.equal(hit?.code, 'PEPPOL-COMMON-R056-2');
    assert.equal(hit.severity, 'WARNING');
    assert.match(hit.message, /Found "NL12"/);
  });

  test('A partita IVA with a sign among its digits cannot be checked, which is an error', () => {
    const [hit] = hitsOf([PARTY_IDENTIFIERS], endpoint('0211', 'IT+0743110157'));
    assert.equal(hit?.severity, 'ERROR');
    assert.match(hit.message, /could not be checked/);
  });
});
