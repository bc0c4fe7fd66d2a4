import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ALIASES, aliasToType, typeToAlias } from './aliases.ts';
import {
  documentTypeParts,
  documentTypeState,
  isAbstractType,
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
  const WITHOUT_CHECK_DIGIT = new Set(['0002', '0184']);
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
    ['0245', '2022749619'],
    ['9910', 'HU12892312'],
  ];
  for (const [icd, value] of holds) {
    test(`${icd}:${value} keeps its scheme's rule`, () => assert.equal(checkIdentifier(icd, value).ok, true));
    if (WITHOUT_CHECK_DIGIT.has(icd)) continue;
    test(`${icd} refuses ${value} with one digit changed`, () => {
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
  test('No value may have characters or a length that Peppol forbids, also in a scheme without a rule', () => {
    assert.deepEqual(
      ['BE 848', 'BE/848', '', 'x'.repeat(131)].map((value) => checkIdentifier('9925', value).ok),
      [false, false, false, false],
    );
    assert.deepEqual(checkIdentifier('9925', 'BE0848934496'), { ok: true, value: 'be0848934496' });
    assert.equal(checkIdentifier('1234', '1').ok, false);
  });
  test('A scheme that no SMP may hold is not searched', () => {
    assert.equal(checkIdentifier('0205', 'ABCDEF1').ok, true);
    assert.ok(!schemesMatching('ABCDEF1').includes('0205'));
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
  test('A customization of the wildcard scheme is parts joined by @, perhaps with one star at the end [PFUOI 5.1]', () => {
    const reads = (customization: string) =>
      parseDocumentTypeId(`peppol-doctype-wildcard::urn:x::Invoice##${customization}::2.1`) !== undefined;
    assert.deepEqual(['a', 'a*', 'a@b', 'a@b*'].map(reads), [true, true, true, true]);
    assert.deepEqual(['a**', 'a@b@*', 'a*@b', '*', 'a@a', 'a@', '@a', ''].map(reads), [
      false,
      false,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
  test('A wildcard registration has the state of the type that it is the star of; the base type is abstract', () => {
    const base = 'peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice';
    const star = parseDocumentTypeId(`${base}##urn:peppol:pint:billing-1*::2.1`);
    const bare = parseDocumentTypeId(`${base}##urn:peppol:pint:billing-1::2.1`);
    const japan = parseDocumentTypeId(`${base}##urn:peppol:pint:billing-1@jp-1::2.1`);
    assert.ok(star && bare && japan);
    assert.equal(documentTypeState(star), 'active');
    assert.deepEqual(processesOf(star), ['cenbii-procid-ubl::urn:peppol:bis:billing']);
    assert.deepEqual([star, bare, japan].map(isAbstractType), [false, true, false]);
  });
  test('Types that are no XML have no local name', () => {
    const id = parseDocumentTypeId('urn:peppol:doctype:edifact:INVOIC##eb2b::0');
    assert.ok(id);
    const { namespace, localName, customizationId, version } = documentTypeParts(id);
    assert.deepEqual(
      [namespace, localName, customizationId, version],
      ['urn:peppol:doctype:edifact:INVOIC', '', 'eb2b', '0'],
    );
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

interface PublishedScheme {
  iso6523: string;
  state: string;
  registrable: boolean;
  examples?: string;
}
interface PublishedType {
  scheme: string;
  value: string;
  state: string;
  abstract: boolean;
}

const LISTS = join(ROOT, '../shared/codelists');
describe('the published code lists v9.7', {
  skip: !existsSync(LISTS) && 'they are not beside this folder',
}, () => {
  const published = <Entry>(name: string) =>
    (JSON.parse(readFileSync(join(LISTS, `${name}-v9.7.json`), 'utf8')) as { values: Entry[] }).values;
  test('Each document type is read as it stands, with its state', () => {
    const types = published<PublishedType>('document-types');
    for (const { scheme, value, state, abstract } of types) {
      const id = parseDocumentTypeId(`${scheme}::${value}`);
      assert.equal(id, `${scheme}::${value}`);
      assert.ok(id);
      assert.deepEqual([documentTypeState(id), isAbstractType(id)], [state, abstract]);
    }
  });
  test('A bare document type gets the scheme that the list gives it', () => {
    for (const { scheme, value, state } of published<PublishedType>('document-types')) {
      if (state === 'active') assert.equal(parseDocumentTypeId(value), `${scheme}::${value}`);
    }
  });
  test('Each process is read as it stands', () => {
    for (const { value } of published<{ value: string }>('processes'))
      assert.equal(parseProcessId(value), `cenbii-procid-ubl::${value}`);
  });
  test('Each participant scheme has its state, and the examples of the active ones keep its rule', () => {
    for (const { iso6523, state, registrable, examples } of published<PublishedScheme>(
      'participant-identifier-schemes',
    )) {
      const scheme = identifierScheme(iso6523);
      assert.deepEqual([scheme?.state, scheme?.registrable], [state, registrable], iso6523);
      for (const example of state === 'active' && examples ? examples.split('\n') : [])
        assert.equal(checkIdentifier(iso6523, example.replaceAll(' ', '')).ok, true, `${iso6523}:${example}`);
    }
  });
});
