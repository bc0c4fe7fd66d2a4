import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { parseSeatId } from '@pappel/peppol-ids/seat-id';
import { FAMILIES } from '../../validation/src/rules/post-award/families.ts';
import { checkStructure } from '../../validation/src/structure/check-structure.ts';
import { structureFor } from '../../validation/src/structure/structure-for.ts';
import { readTape } from '../../validation/src/tape/tape.ts';
import { everyHit } from '../../validation/tests/every-hit.ts';
import { codesOf, fixture } from '../../validation/tests/run-rules.ts';
import { isOfProvider, providerOf, statusReceivers } from './addressing.ts';
import { readStatus } from './read.ts';
import {
  type MessageLevelStatus,
  MLS_DOCUMENT_TYPE,
  MLS_PROCESS,
  mayBeAnswered,
  type StatusIssue,
} from './status.ts';
import { writeStatus } from './write.ts';

const [sender, receiver] = ['0242:000456', '0242:000123'].map(parseParticipantId);
const seat = parseSeatId('POP000123');
assert.ok(sender && receiver && seat);

const status = (changes: Partial<MessageLevelStatus> = {}): MessageLevelStatus => ({
  id: 'd6c5',
  issuedAt: new Date('2026-11-21T10:20:30.250Z'),
  sender,
  receiver,
  code: 'AP',
  reference: '0b7c1f0e',
  issues: [],
  ...changes,
});
const issue = (reason: StatusIssue['reason'], location?: string): StatusIssue => ({
  reason,
  description: `Something is < wrong & ${reason}`,
  ...(location ? { location } : {}),
});
const rejection = (...issues: StatusIssue[]) =>
  status({ code: 'RE', description: 'It breaks rules.', issues });

const GOOD: [string, MessageLevelStatus][] = [
  ['an acceptance', status()],
  ['a delivery without confirmation', status({ code: 'AB', description: 'Kept for collection.' })],
  ['an acceptance with a warning', status({ issues: [issue('BW', '/Invoice')] })],
  ['a rejection without a place', rejection(issue('SV'))],
  [
    'a rejection with several issues at two places',
    rejection(issue('BV', '/Invoice/cac:TaxTotal[1]'), issue('BW', '/Invoice/cac:TaxTotal[1]'), issue('FD')),
  ],
  [
    'an addressee with use case and suffix',
    status({ receiver: parseParticipantId('0242:000123-MLS.north') }),
  ],
];

describe('writeStatus', () => {
  for (const [what, written] of GOOD) {
    const xml = Buffer.from(writeStatus(written)).toString();
    test(`What is written of ${what} reads back the same`, () => {
      assert.deepEqual(readStatus(Buffer.from(xml)), {
        ok: true,
        status: { description: undefined, ...written },
      });
    });
    test(`What is written of ${what} breaks neither the rules of the status nor the structure of UBL [MLS 1.0.1]`, () => {
      assert.deepEqual(codesOf(FAMILIES.MLS, xml), []);
      const tape = readTape(Buffer.from(xml));
      const grammar = structureFor(
        'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2',
        'ApplicationResponse',
        '2.1',
      );
      assert.ok(tape.ok && grammar);
      assert.deepEqual(
        everyHit((hits) => checkStructure(tape.tape, grammar, hits)),
        [],
      );
    });
  }
  test('Issues about one place stand in one LineResponse [MLS 8.5]', () => {
    const xml = Buffer.from(
      writeStatus(rejection(issue('BV', '/a'), issue('FD'), issue('BW', '/a'))),
    ).toString();
    assert.equal(xml.split('<cac:LineResponse>').length - 1, 2);
  });
  test('A rejection without failure or description, and an acceptance with a failure, are refused', () => {
    for (const wrong of [
      rejection(),
      rejection(issue('BW')),
      { ...rejection(issue('BV')), description: ' ' },
      status({ issues: [issue('BV')] }),
      status({ receiver: parseParticipantId('0007:5567321707') }),
      status({ sender: parseParticipantId('0242:000456-mls.x') }),
      status({ reference: '' }),
      status({ id: ' ' }),
      status({ issuedAt: new Date(Number.NaN) }),
      rejection({ reason: 'BV', description: '' }),
    ])
      assert.throws(() => writeStatus(wrong), { code: 'INVALID_STATUS' });
  });
});

describe('readStatus', () => {
  const good = fixture('message-level-status.xml');
  const problems = (xml: string) => {
    const reading = readStatus(Buffer.from(xml));
    return reading.ok ? [] : reading.problems;
  };
  test('A status of another writer, with blanks around every value, is read', () => {
    const spaced = good.replace(/(<cbc:[^>]*>)([^<]*)(<)/g, '$1  $2\n  $3');
    const reading = readStatus(Buffer.from(spaced));
    assert.ok(reading.ok);
    assert.deepEqual(reading, readStatus(Buffer.from(good)));
    assert.deepEqual(reading.status.issuedAt, new Date('2026-11-21T11:00:00Z'));
    assert.deepEqual(
      [reading.status.code, reading.status.reference, reading.status.receiver],
      ['RE', '8b1f', '0242:000002-tst.abc'],
    );
    assert.deepEqual(reading.status.issues, [{ reason: 'FD', description: 'The receiver is not known' }]);
  });
  test('Another document, another profile, and what is not well-formed are no status', () => {
    assert.deepEqual(problems(fixture('invoice-response.xml')), ['This is no Message Level Status']);
    assert.deepEqual(problems(good.replace('mls:1.0', 'mls:2.0')), ['This is no Message Level Status']);
    assert.equal(problems(good.slice(0, -5)).length, 1);
  });
  const WRONG: [string, string | RegExp, string][] = [
    ['a party that is no service provider', '>000001<', '>5567321707<'],
    ['a party of another scheme', '"0242">000001', '"0007">000001'],
    ['a code that is none of three', '>RE<', '>CA<'],
    ['a reason that is none of four', '>FD<', '>XX<'],
    ['no reference', /<cac:DocumentReference>.*>/, ''],
    ['an empty reference', '>8b1f<', '> <'],
    ['a time without zone', '+01:00', ''],
    ['a date with a zone', '2026-11-21', '2026-11-21Z'],
    ['a failure without rejection', '>RE<', '>AB<'],
    ['a rejection without description', /<cbc:Description>Not.*>/, ''],
  ];
  for (const [what, from, to] of WRONG)
    test(`A status with ${what} is refused`, () => {
      const changed = good.replace(from, to);
      assert.notEqual(changed, good);
      assert.equal(problems(changed).length, 1);
    });
});

describe('addressing', () => {
  test('The address of a provider is made of the main id of its seat [SPIS]', () => {
    assert.equal(providerOf(seat), '0242:000123');
    assert.equal(MLS_PROCESS, 'cenbii-procid-ubl::urn:peppol:edec:mls');
    assert.ok(MLS_DOCUMENT_TYPE.endsWith('::ApplicationResponse##urn:peppol:edec:mls:1.0::2.1'));
  });
  test("MLS_TO is honoured where it is C2's own, with the default after it, and ignored elsewhere [MLS 4.1]", () => {
    assert.deepEqual(statusReceivers('0242:000123-MLS.North', seat), [
      '0242:000123-mls.north',
      '0242:000123',
    ]);
    assert.deepEqual(statusReceivers('0242:000123', seat), ['0242:000123']);
    for (const ignored of [undefined, '', '0242:000999', '0007:5567321707', '0242:0001234', '0242:000123-x'])
      assert.deepEqual(statusReceivers(ignored, seat), ['0242:000123']);
  });
  test('A status, of the old kind or the new, is not answered with one; everything else may be [MLS OP-MLS-03]', () => {
    const [mlr, invoice] = ['message-level-response', 'invoice'].map(aliasToType);
    assert.ok(mlr && invoice);
    const types = [MLS_DOCUMENT_TYPE, mlr.documentTypeId, invoice.documentTypeId];
    assert.deepEqual(types.map(mayBeAnswered), [false, false, true]);
  });
  test('An address belongs to a provider by its main id', () => {
    assert.ok(isOfProvider('0242:000123-MLS', seat));
    assert.ok(!isOfProvider('0242:000124', seat));
  });
});
