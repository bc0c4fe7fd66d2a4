import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { parseXml } from '@pappel/xml/parse';
import { readSbd } from './read.ts';
import { SBDH_NAMESPACE, type SbdhInput } from './sbdh.ts';
import { writeSbd } from './write.ts';

const type = aliasToType('invoice');
const sender = parseParticipantId('0208:0848934496');
const receiver = parseParticipantId('0192:991825827');
if (!type || !sender || !receiver) throw new Error('The ids of this test are wrong');

const PAYLOAD =
  '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><!-- kept -->é</Invoice>';
const header: SbdhInput = {
  sender,
  receiver,
  instanceIdentifier: '0b7c1f0e-6a53-4f6b-9d2a-8c5f8f7c1a11',
  creationDateTime: new Date('2026-11-21T10:15:30Z'),
  ...type,
  countryC1: 'BE',
};

/** Written by hand from the standard, not by our writer. */
const ENVELOPE = `<?xml version="1.0" encoding="UTF-8"?>
<StandardBusinessDocument xmlns="${SBDH_NAMESPACE}">
  <StandardBusinessDocumentHeader>
    <HeaderVersion>1.0</HeaderVersion>
    <Sender><Identifier Authority="iso6523-actorid-upis">0208:0848934496</Identifier></Sender>
    <Receiver><Identifier Authority="iso6523-actorid-upis"> 0192:991825827 </Identifier></Receiver>
    <DocumentIdentification>
      <Standard>urn:oasis:names:specification:ubl:schema:xsd:Invoice-2</Standard>
      <TypeVersion>2.1</TypeVersion>
      <InstanceIdentifier>abc-1</InstanceIdentifier>
      <Type>Invoice</Type>
      <CreationDateAndTime>2026-11-21T11:15:30.5+01:00</CreationDateAndTime>
    </DocumentIdentification>
    <BusinessScope>
      <Scope><Type>DOCUMENTID</Type><InstanceIdentifier>${type.documentTypeId.slice(18)}</InstanceIdentifier></Scope>
      <Scope><Type>PROCESSID</Type><InstanceIdentifier>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</InstanceIdentifier><Identifier>cenbii-procid-ubl</Identifier></Scope>
      <Scope><Type>COUNTRY_C1</Type><InstanceIdentifier>BE</InstanceIdentifier></Scope>
      <Scope><Type>OUR_OWN</Type><InstanceIdentifier></InstanceIdentifier></Scope>
    </BusinessScope>
  </StandardBusinessDocumentHeader>
  ${PAYLOAD}
</StandardBusinessDocument>`;

const read = (text: string) => readSbd(Buffer.from(text));
const errorsOf = (text: string): string[] => {
  const result = read(text);
  return result.ok ? [] : result.errors.map((error) => error.id);
};

describe('reading an envelope [SBDH 2.0.2]', () => {
  test('A conformant envelope gives its header and its payload byte for byte', () => {
    const result = read(ENVELOPE);
    assert.ok(result.ok, JSON.stringify(result));
    assert.equal(result.sbdh.sender, sender);
    assert.equal(result.sbdh.receiver, receiver);
    assert.equal(result.sbdh.documentTypeId, type.documentTypeId);
    assert.equal(result.sbdh.creationDateTime.toISOString(), '2026-11-21T10:15:30.500Z');
    assert.deepEqual(result.sbdh.additional, [{ type: 'OUR_OWN', value: '', identifier: undefined }]);
    assert.equal(Buffer.from(result.payload).toString(), PAYLOAD);
  });
  test('A payload that uses a prefix of the envelope gets the declaration', () => {
    const result = read(
      ENVELOPE.replace(PAYLOAD, '<i:Invoice><i:ID>1</i:ID></i:Invoice>').replace(
        '<StandardBusinessDocument ',
        '<StandardBusinessDocument xmlns:i="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ',
      ),
    );
    assert.ok(result.ok);
    assert.equal(
      parseXml(result.payload).namespace,
      'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    );
  });
  const breakages: [string, string | RegExp, string][] = [
    ['invalid-header-version', '<HeaderVersion>1.0', '<HeaderVersion>1.1'],
    ['invalid-sender-authority', 'Authority="iso6523-actorid-upis">0208', 'Authority="other">0208'],
    ['invalid-sender-value', '0208:0848934496', 'nobody'],
    ['invalid-sender-count', /<Sender>.*<\/Sender>/, ''],
    ['invalid-receiver-count', /(<Receiver>.*<\/Receiver>)/, '$1$1'],
    ['invalid-receiver-value', ' 0192:991825827 ', ''],
    ['missing-document-type-identifier', 'DOCUMENTID', 'DOCUMENTIDS'],
    ['invalid-document-type-identifier', '::2.1</InstanceIdentifier>', '</InstanceIdentifier>'],
    ['missing-process-identifier', 'PROCESSID', 'PROCESSIDS'],
    ['invalid-process-identifier', '<Identifier>cenbii-procid-ubl', '<Identifier>other'],
    ['missing-country-c1', 'COUNTRY_C1', 'COUNTRY'],
    ['invalid-country-c1', '>BE<', '>Belgium<'],
    ['invalid-business-message', PAYLOAD, ''],
    ['invalid-business-message', PAYLOAD, PAYLOAD + PAYLOAD],
    ['invalid-standard', '<Standard>urn:oasis', '<Standard>urn:other'],
    ['invalid-type-version', '<TypeVersion>2.1', '<TypeVersion>2.2'],
    ['invalid-type', '<Type>Invoice', '<Type>CreditNote'],
    ['invalid-instance-identifier', 'abc-1', ''],
    ['invalid-creation-date-time', '2026-11-21T11', 'yesterday'],
    ['business-scope-missing', /<BusinessScope>.*<\/BusinessScope>/s, ''],
    ['missing-sbdh', 'StandardBusinessDocumentHeader>', 'Header>'],
    ['invalid-sbd-xml', '</StandardBusinessDocument>', ''],
    ['invalid-sbd-xml', '<!-- kept -->', '&unknown;'],
  ];
  for (const [id, from, to] of breakages) {
    test(`${id} when ${String(from).slice(0, 30)} is ${to.slice(0, 30) || 'missing'}`, () => {
      const broken =
        id === 'missing-sbdh' ? ENVELOPE.replaceAll(from as string, to) : ENVELOPE.replace(from, to);
      assert.ok(errorsOf(broken).includes(id), String(errorsOf(broken)));
    });
  }
  test('A header of more elements or bytes than any has is refused, however large the document may be', () => {
    const scope = '<Scope><Type>X</Type><InstanceIdentifier>1</InstanceIdentifier></Scope>';
    for (const more of [scope.repeat(400), scope.replace('X', '&#65;'.repeat(14_000))])
      assert.deepEqual(errorsOf(ENVELOPE.replace('</BusinessScope>', `${more}</BusinessScope>`)), [
        'invalid-sbd-xml',
      ]);
    const long = ENVELOPE.replace('>Invoice<', `>${'&#65;'.repeat(3_000_000)}<`);
    assert.match(JSON.stringify(read(long)), /A text is too long/);
    assert.deepEqual(errorsOf(ENVELOPE.replace('é</Invoice>', `${'<x/>'.repeat(2_000)}</Invoice>`)), []);
  });
  test('An invalid MLS_TO or MLS_TYPE counts as absent', () => {
    const scopes =
      '<Scope><Type>MLS_TO</Type><InstanceIdentifier>0088:1</InstanceIdentifier><Identifier>iso6523-actorid-upis</Identifier></Scope><Scope><Type>MLS_TYPE</Type><InstanceIdentifier>NEVER</InstanceIdentifier></Scope>';
    const result = read(ENVELOPE.replace('</BusinessScope>', `${scopes}</BusinessScope>`));
    assert.ok(result.ok);
    assert.deepEqual([result.sbdh.mlsTo, result.sbdh.mlsType], [undefined, undefined]);
  });
});

describe('writing an envelope [SBDH 2.0.2]', () => {
  test('What is written reads back the same, payload byte for byte, without declaration and byte order mark', () => {
    const payload = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-8"?>\r\n${PAYLOAD}\n`);
    const input: SbdhInput = { ...header, mlsTo: '0242:000123', mlsType: 'ALWAYS_SEND' };
    const result = readSbd(Buffer.concat(writeSbd(input, payload)));
    assert.ok(result.ok, JSON.stringify(result));
    assert.equal(Buffer.from(result.payload).toString(), PAYLOAD);
    const { additional: _a, standard, type: name, typeVersion, ...same } = result.sbdh;
    assert.deepEqual({ ...same }, { ...input });
    assert.deepEqual(
      [standard, name, typeVersion],
      ['urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', 'Invoice', '2.1'],
    );
  });
  test('The payload is not copied', () => {
    const payload = Buffer.from(PAYLOAD);
    const [, slice] = writeSbd(header, payload);
    assert.equal(slice?.buffer, payload.buffer);
  });
  test('A 40 MB document passes, unchanged in length', () => {
    const big = Buffer.concat([
      Buffer.from(PAYLOAD.replace('</Invoice>', '')),
      Buffer.alloc(40_000_000, 'A'),
      Buffer.from('</Invoice>'),
    ]);
    const result = readSbd(Buffer.concat(writeSbd(header, big)));
    assert.ok(result.ok);
    assert.equal(result.payload.length, big.length);
  });
});
