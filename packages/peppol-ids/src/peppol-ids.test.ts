import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ALIASES, aliasToType, typeToAlias } from './aliases.ts';
import {
  documentTypeParts,
  documentTypeState,
  parseDocumentTypeId,
  parseProcessId,
  processesOf,
} from './document-type-id.ts';
import {
  allIdentifierSchemes,
  checkIdentifier,
  identifierScheme,
  schemesMatching,
} from './identifier-schemes.ts';
import { canonicalId, parseParticipantId, schemeOf, valuePart } from './participant-id.ts';
import { isSpid, mainIdOf, parseSeatId } from './seat-id.ts';

const ROOT = join(import.meta.dirname, '../../..');
const vector = (name: string): string[] =>
  readFileSync(join(ROOT, 'vectors', name), 'utf8')
    .split('\n')
    .slice(1, -1);

describe('participant identifiers', () => {
  for (const line of vector('participant-id.valid.txt')) {
    const [text = '', expected] = line.split('\t');
    test(`"${text}" is a participant identifier`, () => assert.equal(parseParticipantId(text), expected));
  }
  for (const line of vector('participant-id.invalid.txt')) {
    test(`"${line}" is not a participant identifier`, () =>
      assert.equal(parseParticipantId(line), undefined));
  }
  test('A value may have 130 characters and no more', () => {
    assert.ok(parseParticipantId(`0088:${'1'.repeat(130)}`));
    assert.equal(parseParticipantId(`0088:${'1'.repeat(131)}`), undefined);
  });
  test('The canonical form names the meta scheme', () => {
    const id = parseParticipantId('0007:5567321707');
    assert.ok(id);
    assert.equal(canonicalId(id), 'iso6523-actorid-upis::0007:5567321707');
    assert.deepEqual([schemeOf(id), valuePart(id)], ['0007', '5567321707']);
  });
});

describe('identifier schemes', () => {
  const holds: [string, string][] = [
    ['0088', '7300010000001'],
    ['0192', '991825827'],
    ['0208', '0848934496'],
    ['0151', '51824753556'],
    ['0002', '78430177200025'],
    ['0191', '10137025'],
    ['0200', '111963319'],
    ['0007', '5567321707'],
    ['0199', '529900T8BM49AURSDO55'],
    ['9918', 'DE89370400440532013000'],
    ['0188', '7000012050002'],
    ['0184', '12345674'],
  ];
  for (const [icd, value] of holds) {
    test(`${icd}:${value} keeps its scheme's rule`, () => assert.equal(checkIdentifier(icd, value).ok, true));
    test(`${icd} refuses ${value} with one digit changed`, { skip: icd === '0002' || icd === '0184' }, () => {
      const last = value.at(-1);
      const changed = value.slice(0, -1) + (last === '1' ? '2' : '1');
      assert.equal(checkIdentifier(icd, changed).ok, false);
    });
  }
  test('The code list has 84 active, 5 deprecated and 16 removed schemes', () => {
    const count = (state: string) => allIdentifierSchemes().filter((scheme) => scheme.state === state).length;
    assert.deepEqual([count('active'), count('deprecated'), count('removed')], [84, 5, 16]);
  });
  test('Schemes marked international imply no country', () => {
    const international = allIdentifierSchemes().filter(
      (scheme) => scheme.state === 'active' && !scheme.country,
    );
    assert.deepEqual(international.map((scheme) => scheme.icd).sort(), [
      '0060',
      '0088',
      '0130',
      '0199',
      '0209',
      '0242',
      '9913',
      '9918',
    ]);
    assert.equal(identifierScheme('0007')?.country, 'SE');
  });
  test('A registration number is tried against every scheme with a known format rule', () => {
    assert.ok(schemesMatching('5567321707').includes('0007'));
    assert.ok(!schemesMatching('5567321708').includes('0007'));
  });
});

describe('document types', () => {
  const BILLING =
    'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1';
  test('invoice stands for BIS Billing 3 and its process', () => {
    const type = aliasToType('invoice');
    assert.equal(type?.documentTypeId, `busdox-docid-qns::${BILLING}`);
    assert.equal(type?.processId, 'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0');
  });
  test('Every alias stands for an active type of the code list, with one of its processes, and leads back', () => {
    for (const alias of ALIASES) {
      const type = aliasToType(alias);
      assert.ok(type);
      assert.equal(documentTypeState(type.documentTypeId), 'active', alias);
      assert.ok(processesOf(type.documentTypeId).includes(type.processId), alias);
      assert.equal(typeToAlias(type.documentTypeId), alias);
    }
  });
  test('The parts are root, customization and version', () => {
    const id = parseDocumentTypeId(BILLING);
    assert.ok(id);
    assert.deepEqual(documentTypeParts(id), {
      scheme: 'busdox-docid-qns',
      value: BILLING,
      namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
      localName: 'Invoice',
      customizationId: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
      version: '2.1',
    });
  });
  test('A bare PINT type belongs to the wildcard scheme', () => {
    const id = parseDocumentTypeId('urn:x:Invoice-2::Invoice##urn:peppol:pint:billing-1@eu-1::2.1');
    assert.ok(id?.startsWith('peppol-doctype-wildcard::'));
  });
  test('A busdox value must not contain a star, and what has no ## or version is no document type', () => {
    assert.equal(parseDocumentTypeId('busdox-docid-qns::urn:x::Invoice##urn:a*::2.1'), undefined);
    assert.equal(parseDocumentTypeId('urn:x::Invoice::2.1'), undefined);
    assert.equal(parseDocumentTypeId('urn:x::Invoice##urn:a'), undefined);
    assert.equal(parseDocumentTypeId(`urn:x::Invoice##${'a'.repeat(500)}::2.1`), undefined);
  });
  test('A process is read with or without its scheme', () => {
    assert.equal(parseProcessId('urn:a'), 'cenbii-procid-ubl::urn:a');
    assert.equal(parseProcessId('cenbii-procid-ubl::urn:a'), 'cenbii-procid-ubl::urn:a');
    assert.equal(parseProcessId('urn: a'), undefined);
  });
});

describe('seats', () => {
  test('A seat id is P, two letters and six digits; the digits are the main id', () => {
    const seat = parseSeatId('pop000123');
    assert.equal(seat, 'POP000123');
    assert.ok(seat);
    assert.equal(mainIdOf(seat), '000123');
    assert.equal(parseSeatId('POP00123'), undefined);
  });
  test('A SPID has a main id, perhaps a use case, perhaps a suffix after it', () => {
    assert.deepEqual(
      ['000270', '000270-MLS', '000270-MLS.Japan.123', '00270', '000270.abc', '000270-M'].map(isSpid),
      [true, true, true, false, false, false],
    );
  });
});

test('The shipped tables are those of the published code lists', {
  skip: !existsSync(join(ROOT, '../shared/codelists')),
}, () => {
  const published = JSON.parse(
    readFileSync(join(ROOT, '../shared/codelists/document-types-v9.7.json'), 'utf8'),
  ) as { values: { scheme: string; value: string; state: string }[] };
  for (const { scheme, value, state } of published.values) {
    assert.equal(documentTypeState(`${scheme}::${value}` as never), state);
  }
});
