import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { fixture } from '../tests/run-rules.ts';
import { checkDocument } from './check-document.ts';
import { documentFacts } from './document-facts.ts';
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
    assert.deepEqual(await threaded.facts(good), documentFacts(good));
  });
  test('A document that takes too long is not valid, and the next one is checked', async () => {
    const hasty = new Validator({ inlineBytes: 0, timeLimitMs: 1, threads: 1 });
    const { valid, findings } = await hasty.check(Buffer.alloc(30_000_000, '<a>'), expected);
    assert.deepEqual([valid, findings[0]?.code], [false, 'TIMEOUT']);
    await hasty.close();
    assert.equal((await threaded.check(good, expected)).valid, true);
  });
  test('A small document needs no thread', async () => {
    const inline = new Validator();
    assert.equal((await inline.check(bad, expected)).valid, false);
    await inline.close();
  });
});
