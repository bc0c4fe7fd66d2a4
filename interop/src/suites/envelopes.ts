import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readStatus } from '@pappel/mls/read';
import type { MessageLevelStatus, ResponseCode } from '@pappel/mls/status';
import { writeStatus } from '@pappel/mls/write';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { readSbd } from '@pappel/sbdh/read';
import { writeSbd } from '@pappel/sbdh/write';
import type { CaseBook } from '../case-book.ts';
import { INVOICE, invoice, OURS, THEIRS } from '../documents.ts';
import type { Peer } from '../peer.ts';

const DOCUMENT = invoice(
  '<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID><cbc:Note>Grüße &amp; 𝄞</cbc:Note>',
);
const HEADER = {
  sender: OURS,
  receiver: THEIRS,
  ...INVOICE,
  countryC1: 'BE',
  mlsTo: '0242:000001-mls',
  mlsType: 'ALWAYS_SEND' as const,
};

/** Standard Business Documents of ours in peppol-commons, and of its in ours. */
export async function envelopes(book: CaseBook, commons: Peer): Promise<void> {
  const suite = 'Envelopes of ours and of peppol-commons';
  await book.run(suite, 'it reads every field of ours', async () => {
    const instanceIdentifier = randomUUID();
    const creationDateTime = new Date();
    const parts = writeSbd({ ...HEADER, instanceIdentifier, creationDateTime }, Buffer.from(DOCUMENT));
    const seen = await commons.call('sbdh-read', {}, Buffer.concat(parts));
    assert.deepEqual(
      ['sender', 'receiver', 'documentTypeId', 'processId', 'countryC1', 'mlsTo', 'mlsType'].map((one) =>
        seen.of(one),
      ),
      [
        `iso6523-actorid-upis::${OURS}`,
        `iso6523-actorid-upis::${THEIRS}`,
        INVOICE.documentTypeId,
        INVOICE.processId,
        'BE',
        HEADER.mlsTo,
        'ALWAYS_SEND',
      ],
    );
    assert.deepEqual(
      ['standard', 'type', 'typeVersion', 'instanceIdentifier'].map((one) => seen.of(one)),
      ['urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', 'Invoice', '2.1', instanceIdentifier],
    );
    assert.equal(new Date(seen.of('creation')).getTime(), creationDateTime.getTime());
    assert.match(seen.of('payload'), /Grüße &amp; (𝄞|&#119070;)/);
  });
  await book.run(suite, 'we read every field of its', async () => {
    const instanceIdentifier = randomUUID();
    const answer = await commons.call('sbdh-write', { ...HEADER, instanceIdentifier }, Buffer.from(DOCUMENT));
    const reading = readSbd(answer.bytes);
    assert.ok(reading.ok, JSON.stringify(reading));
    const { creationDateTime, ...rest } = reading.sbdh;
    assert.ok(Math.abs(creationDateTime.getTime() - Date.now()) < 120_000, creationDateTime.toISOString());
    assert.deepEqual(rest, {
      ...HEADER,
      instanceIdentifier,
      standard: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
      type: 'Invoice',
      typeVersion: '2.1',
      additional: [],
    });
    assert.match(Buffer.from(reading.payload).toString(), /^<(\w+:)?Invoice [\s\S]*Grüße &amp; /);
  });
}

function provider(value: string): MessageLevelStatus['sender'] {
  const id = parseParticipantId(value);
  assert.ok(id);
  return id;
}
const base = {
  sender: provider('0242:000001'),
  receiver: provider('0242:000002-mls'),
  issuedAt: new Date('2026-11-21T10:15:30Z'),
};
const STATUSES: Record<ResponseCode, Pick<MessageLevelStatus, 'issues' | 'description'>> = {
  AP: { issues: [] },
  AB: { issues: [{ reason: 'BW', description: 'A warning', location: '/Invoice/cbc:Note' }] },
  RE: {
    description: 'Not accepted',
    issues: [
      { reason: 'SV', description: 'Not as the schema says', location: '/Invoice' },
      { reason: 'BV', description: 'BR-01 & more', location: '/Invoice' },
      { reason: 'FD', description: 'Not delivered' },
    ],
  },
};

/** Message Level Status: UBL by ph-ubl, the official rules by phive. */
export async function statuses(book: CaseBook, commons: Peer): Promise<void> {
  const suite = 'Message Level Status of ours and of ph-ubl';
  for (const [code, rest] of Object.entries(STATUSES) as [ResponseCode, (typeof STATUSES)['AP']][]) {
    const status: MessageLevelStatus = { ...base, ...rest, code, id: randomUUID(), reference: randomUUID() };
    await book.run(
      suite,
      `${code}: schema and official rules accept ours, and it reads the same`,
      async () => {
        const seen = await commons.call('mls-read', {}, writeStatus(status));
        assert.equal(seen.of('errors'), '0', seen.of('text'));
        assert.ok(Number(seen.of('layers')) >= 2, 'schema and rules');
        assert.deepEqual(
          ['code', 'reference', 'sender', 'receiver'].map((one) => seen.of(one)),
          [code, status.reference, '000001', '000002-MLS'],
        );
      },
    );
    await book.run(suite, `${code}: we read what it writes`, async () => {
      const reference = randomUUID();
      const { bytes } = await commons.call('mls-write', { reference }, writeStatus(status));
      assert.notDeepEqual(bytes, Buffer.from(writeStatus(status)));
      const reading = readStatus(bytes);
      assert.ok(reading.ok, JSON.stringify(reading));
      assert.deepEqual(reading.status, { ...status, reference, description: status.description });
    });
  }
  await book.run(
    suite,
    'the rules do bite: a rejection without reason is refused by both sides',
    async () => {
      const rejected = { ...base, ...STATUSES.RE, code: 'RE' as const, id: '1', reference: '2' };
      const broken = Buffer.from(Buffer.from(writeStatus(rejected)).toString().replaceAll('>SV<', '>XX<'));
      const seen = await commons.call('mls-read', {}, broken);
      assert.notEqual(seen.of('errors'), '0');
      assert.equal(readStatus(broken).ok, false);
    },
  );
}
