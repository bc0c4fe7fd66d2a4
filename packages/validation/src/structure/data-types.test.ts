import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { everyHit } from '../../tests/every-hit.ts';
import { readTape } from '../tape/tape.ts';
import { checkStructure } from './check-structure.ts';
import { structureFor } from './structure-for.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** What is said against an application response with these elements inside. */
function messagesOf(content: string, extension = ''): string[] {
  const read = readTape(
    Buffer.from(`<ApplicationResponse xmlns="${UBL}:ApplicationResponse-2"
      xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2"
      xmlns:ext="${UBL}:CommonExtensionComponents-2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      ${extension}<cbc:ID>1</cbc:ID><cbc:IssueDate>2026-01-31</cbc:IssueDate>
      <cac:SenderParty/><cac:ReceiverParty/><cac:DocumentResponse><cac:Response><cac:Status>${content}</cac:Status>
      </cac:Response><cac:DocumentReference><cbc:ID>1</cbc:ID></cac:DocumentReference>
      </cac:DocumentResponse></ApplicationResponse>`),
  );
  assert.ok(read.ok, read.ok ? '' : read.problem.message);
  const grammar = structureFor(`${UBL}:ApplicationResponse-2`, 'ApplicationResponse', '2.1');
  assert.ok(grammar);
  return everyHit((hits) => checkStructure(read.tape, grammar, hits)).map(({ message }) => message);
}

const valued = (element: string, value: string, attributes = ''): string =>
  `<cbc:${element}${attributes}>${value}</cbc:${element}>`;

function accepts(element: string, values: readonly string[], attributes = ''): void {
  for (const value of values)
    assert.deepEqual(messagesOf(valued(element, value, attributes)), [], JSON.stringify(value));
}

function refuses(element: string, values: readonly string[], expected: string): void {
  for (const value of values) {
    const [message = '', ...more] = messagesOf(valued(element, value));
    assert.ok(message.includes(`must be ${expected}`), `${JSON.stringify(value)}: ${message}`);
    assert.equal(more.length, 0);
  }
}

describe('Values are of the data type of their element', () => {
  test('A number is an xs:decimal, white space around it ignored [XSD 3.2.3]', () => {
    accepts('Percent', ['0', '-1.50', '+.5', '5.', ' 12\n', '007', '&#49;', '<![CDATA[1]]>', '1<!-- -->2']);
    const bad = ['.', '+', '-', '1e3', 'NaN', 'INF', '1,0', '1.2.3', '--1', '1 2', '0x1', '١', '\u00a01'];
    refuses('Percent', bad, 'a number such as 1250.00, found');
    refuses('Percent', ['', ' \n', '<!-- 1 -->'], 'a number such as 1250.00.');
  });

  test('A date is an xs:date that the calendar has, with or without a zone [XSD 3.2.9]', () => {
    const good = [
      '2026-01-31',
      '2024-02-29',
      '2000-02-29Z',
      '2026-12-31+14:00',
      '12026-01-01',
      ' 2026-01-01\t',
    ];
    accepts('ReferenceDate', [...good, '0999-12-31', '2026-02-28', '&#50;026-01-01']);
    const bad = [
      '2023-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2026-04-31',
      '0000-01-01',
    ];
    const malformed = [
      '20260101',
      '2026-1-1',
      '2026-01-01T00:00:00',
      '2026-01-01+14:01',
      '31.01.2026',
      '2O26-01-01',
    ];
    refuses('ReferenceDate', [...bad, ...malformed], 'a date such as 2026-01-31');
    refuses('ReferenceDate', [''], 'a date such as 2026-01-31.');
  });

  test('A time is an xs:time [XSD 3.2.8]', () => {
    accepts('ReferenceTime', ['08:30:00', '23:59:59.999Z', '24:00:00', ' 00:00:00-13:59 ']);
    const bad = ['8:30:00', '08:30', '24:00:01', '12:60:00', '12:00:60', '12:00:00.', '12:00:00+02', ''];
    refuses('ReferenceTime', bad, 'a time such as 08:30:00');
  });

  test('An indicator is an xs:boolean [XSD 3.2.2]', () => {
    accepts('IndicationIndicator', ['true', 'false', '1', '0', ' true\n']);
    refuses('IndicationIndicator', ['TRUE', 'yes', '01', ''], 'true or false');
  });

  test('Texts, codes and identifiers may be anything, even nothing', () => {
    for (const element of ['Text', 'ConditionCode', 'SequenceID'])
      accepts(element, ['', ' ', 'a &lt; b', 'é']);
  });

  test('A long value is shown by its beginning', () => {
    const [message] = messagesOf(valued('Percent', 'x'.repeat(1000)));
    assert.equal(message, `"cbc:Percent" must be a number such as 1250.00, found "${'x'.repeat(100)}…".`);
  });
});

describe('Attributes are those of the data type', () => {
  const measure = (attributes: string): string[] =>
    messagesOf(
      `<cac:Condition><cbc:AttributeID>1</cbc:AttributeID><cbc:Measure${attributes}>1</cbc:Measure></cac:Condition>`,
    );

  test('A measure needs its unit', () => {
    assert.deepEqual(measure(' unitCode="KGM"'), []);
    assert.deepEqual(measure(''), ['"cbc:Measure" needs the attribute "unitCode".']);
    assert.deepEqual(measure(' x:unitCode="KGM" xmlns:x="urn:x"').length, 2);
  });

  test('An attribute of another type is refused', () => {
    assert.deepEqual(messagesOf('<cbc:ReferenceDate format="x">2026-01-31</cbc:ReferenceDate>'), [
      '"cbc:ReferenceDate" must not have the attribute "format".',
    ]);
    assert.deepEqual(messagesOf('<cbc:SequenceID listID="x"/>'), [
      '"cbc:SequenceID" must not have the attribute "listID".',
    ]);
    assert.deepEqual(messagesOf('<cac:Condition schemeID="x"><cbc:AttributeID/></cac:Condition>'), [
      '"cac:Condition" must not have the attribute "schemeID".',
    ]);
  });

  test('Each type has the attributes of its core component [CCTS]', () => {
    accepts(
      'ConditionCode',
      ['x'],
      ' listID="a" listAgencyID="6" listVersionID="1" name="n" listURI="urn:x"',
    );
    accepts('SequenceID', ['x'], ' schemeID="a" schemeName="b" schemeAgencyID="6" schemeURI="urn:x"');
    accepts('Text', ['x'], ' languageID="en" languageLocaleID="x"');
    accepts('Percent', ['1'], ' format="x"');
  });

  test('A language is one as XSD has it [XSD 3.3.3]', () => {
    accepts('Text', ['x'], ' languageID="zh-Hant-TW"');
    for (const language of ['', 'e n', 'englishen', 'e1'])
      assert.deepEqual(messagesOf(`<cbc:Text languageID="${language}"/>`), [
        'The attribute "languageID" must be a language such as "en".',
      ]);
  });

  test('Attributes of XML itself have no place in UBL', () => {
    assert.deepEqual(messagesOf('<cbc:Text xml:lang="en"/>'), [
      '"cbc:Text" must not have the attribute "lang".',
    ]);
  });

  test('A document may say where its schema lies, but not that something is nil [XSD 2.6]', () => {
    accepts('Text', ['x'], ' xsi:schemaLocation="urn:x x.xsd"');
    assert.equal(messagesOf('<cbc:Text xsi:nil="true"/>').length, 1);
  });

  test('A document may only name the type that an element has anyway', () => {
    accepts('Percent', ['1'], ' xsi:type="cbc:PercentType"');
    assert.deepEqual(
      messagesOf('<cac:Condition xsi:type="cac:ConditionType"><cbc:AttributeID/></cac:Condition>'),
      [],
    );
    assert.deepEqual(messagesOf('<cbc:Percent xsi:type="cbc:TextType">1</cbc:Percent>'), [
      '"cbc:Percent" must not have the attribute "type".',
    ]);
  });
});

describe('Extensions hold anything that is not UBL', () => {
  const extension = (content: string): string[] =>
    messagesOf(
      '',
      `<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent>${content}</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`,
    );

  test('A signature, or whatever has a namespace of its own, is accepted as it is', () => {
    assert.deepEqual(extension('<s:Signature xmlns:s="urn:s" Id="1">text<s:Value/></s:Signature>'), []);
  });

  test('What is UBL inside is held to its structure', () => {
    assert.deepEqual(extension('<x:a xmlns:x="urn:x"><cbc:IssueDate>today</cbc:IssueDate></x:a>'), [
      '"cbc:IssueDate" must be a date such as 2026-01-31, found "today".',
    ]);
  });

  test('There is exactly one element, in another namespace than the extensions', () => {
    const one = '"ext:ExtensionContent" must hold exactly one element.';
    const other = 'What stands in "ext:ExtensionContent" must be in a namespace of its own.';
    assert.deepEqual(extension(''), [one]);
    assert.deepEqual(extension('<x:a xmlns:x="urn:x"/>'.repeat(2)), [one]);
    assert.deepEqual(extension('<a xmlns=""/>'), [other]);
    assert.deepEqual(extension('<ext:ExtensionReason/>'), [other]);
  });
});
