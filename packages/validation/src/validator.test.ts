import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { fixture } from '../tests/run-rules.ts';
import { checkDocument } from './check-document.ts';
import { readDocument } from './read-document.ts';
import { Validator } from './validator.ts';

const type = aliasToType('invoice');
const sender = parseParticipantId('0007:5567321707');
const receiver = parseParticipantId('0192:991825827');
assert.ok(type && sender && receiver);
const expected = { ...type, sender, receiver, strictAddressing: false };
const good = Buffer.from(fixture('invoice.xml'));
const bad = Buffer.from(
  fixture('invoice.xml').replace('>1250.00</cbc:PayableAmount>', '>1.00</cbc:PayableAmount>'),
);

describe('a validator', () => {
  const threaded = new Validator({ inlineBytes: 0, threads: 2 });
  after(() => threaded.close());
  test('A thread gives the verdict that the caller would give, also to many at once', async () => {
    const documents = [good, bad, good, bad, Buffer.from('<x'), good, bad];
    const verdicts = await Promise.all(documents.map((bytes) => threaded.check(bytes, expected)));
    assert.deepEqual(
      verdicts,
      documents.map((bytes) => checkDocument(bytes, expected)),
    );
    assert.deepEqual(await threaded.read(good), readDocument(good));
  });
  test('A document that takes too long is not valid, and the next one is checked [VAL-6]', async () => {
    const hasty = new Validator({ inlineBytes: 5_000, timeLimitMs: 1, threads: 1 });
    const large = Buffer.alloc(30_000_000, '<a>');
    const [first, second] = await Promise.all([hasty.check(large, expected), hasty.inspect(large)]);
    assert.deepEqual([first.valid, first.total, first.findings[0]?.code], [false, 1, 'DOCUMENT_TOO_BUSY']);
    assert.equal(second.judgement?.findings[0]?.code, 'DOCUMENT_TOO_BUSY');
    assert.match(first.findings[0]?.message ?? '', /within 0\.001 seconds\. Split it/);
    await hasty.close();
    await assert.rejects(hasty.check(large, expected), /closed/);
  });
  test('A document that needs too much memory is not valid, and those behind it in the queue are checked', async () => {
    const poor = new Validator({ inlineBytes: 0, heapMegabytes: 24, threads: 1 });
    after(() => poor.close());
    const notes = `<cbc:Note>${'x'.repeat(2_000)}</cbc:Note>`.repeat(15_000);
    const greedy = Buffer.from(fixture('invoice.xml').replace('<cbc:DueDate>', `${notes}<cbc:DueDate>`));
    const verdicts = await Promise.all(
      [greedy, good, bad, greedy, good].map((bytes) => poor.check(bytes, expected)),
    );
    assert.deepEqual(
      verdicts.map(({ valid, findings }) => [valid, findings[0]?.code]),
      [
        [false, 'DOCUMENT_TOO_BUSY'],
        [true, undefined],
        [false, 'BR-CO-16'],
        [false, 'DOCUMENT_TOO_BUSY'],
        [true, undefined],
      ],
    );
    assert.match(verdicts[0]?.findings[0]?.message ?? '', /too much memory/);
  });
  test('A document that is given goes to the thread without a copy, and comes back where it is to be kept', async () => {
    const given = Uint8Array.from(good);
    assert.equal((await threaded.check(given, expected, 'given')).valid, true);
    assert.equal(given.length, 0);
    const kept = Uint8Array.from(good);
    const taken = await threaded.take(kept);
    assert.equal(kept.length, 0);
    assert.ok(taken.ok);
    assert.deepEqual([Buffer.from(taken.bytes), taken.facts.documentNumber], [good, 'INV-1']);
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1');
    const rewritten = await threaded.take(Uint8Array.from(latin));
    assert.match(rewritten.ok ? Buffer.from(rewritten.bytes).toString() : '', /encoding="UTF-8"\?><a>é</);
    assert.equal((await threaded.take(Buffer.from('<x'.repeat(3_000)))).ok, false);
  });
  test('A part of a larger buffer is given as a copy: the rest belongs to others', async () => {
    const shared = Buffer.concat([good, Buffer.alloc(400_000)]);
    const { valid } = await threaded.check(shared.subarray(0, good.length), expected, 'given');
    assert.deepEqual([valid, shared.length], [true, good.length + 400_000]);
  });
  test('A small document needs no thread', async () => {
    const inline = new Validator();
    assert.equal((await inline.check(bad, expected)).valid, false);
    await inline.close();
  });
});
