import assert from 'node:assert/strict';
import { parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { checkReport } from '@pappel/reporting/check';
import { writeEndUserStatistics } from '@pappel/reporting/end-user-statistics';
import { writeTransactionStatistics } from '@pappel/reporting/transaction-statistics';
import type { CaseBook } from '../case-book.ts';
import { INVOICE } from '../documents.ts';
import type { Peer } from '../peer.ts';
import { OUR_SEAT } from '../world.ts';

const MONTH = { year: 2026, month: 10 };
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const CREDIT_NOTE = parseDocumentTypeId(
  `busdox-docid-qns::${UBL}:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1`,
);
const COUNTRIES = ['BE', 'NO', 'SE'] as const;
const at = <T>(list: readonly [T, ...T[]], index: number): T => list[index % list.length] ?? list[0];

/** A month of 10,000 documents between three countries, in two types. */
const EXCHANGES = Array.from({ length: 10_000 }, (_, i) => ({
  direction: i % 3 === 0 ? ('incoming' as const) : ('outgoing' as const),
  time: new Date(Date.UTC(2026, 9, 1) + i * 267_000).toISOString(),
  otherSeat: at(['POP000002', 'POP000003', 'PNO000004'], Math.floor(i / 7)),
  documentTypeId: i % 5 === 0 ? String(CREDIT_NOTE) : String(INVOICE.documentTypeId),
  processId: String(INVOICE.processId),
  senderCountry: at(COUNTRIES, Math.floor(i / 11)),
  receiverCountry: at(COUNTRIES, Math.floor(i / 13)),
  endUser: `user-${i % 97}`,
  count: 1,
}));
const LINES = EXCHANGES.map((one) =>
  [
    one.direction,
    one.time,
    one.otherSeat,
    one.documentTypeId,
    one.processId,
    one.senderCountry,
    one.receiverCountry,
    one.endUser,
  ].join('\t'),
).join('\n');

function ours(kind: 'tsr' | 'eusr'): Uint8Array {
  if (kind === 'tsr') return writeTransactionStatistics(MONTH, OUR_SEAT, EXCHANGES);
  const activities = EXCHANGES.map((one) => ({
    ...one,
    country: one.direction === 'incoming' ? one.receiverCountry : one.senderCountry,
    sends: one.direction === 'outgoing',
    receives: one.direction === 'incoming',
  }));
  return writeEndUserStatistics(MONTH, OUR_SEAT, activities);
}

/** The figures of a report by the keys that they are about, whatever their order. */
function figures(bytes: Uint8Array): Record<string, unknown> {
  const verdict = checkReport(bytes);
  assert.ok(verdict.valid, JSON.stringify(verdict).slice(0, 2_000));
  const { total, parts, kind, start, end, reporter } = verdict.report;
  const named = parts.map(({ type, keys, counts }) => [
    [type, ...keys.map((key) => `${key.metaScheme} ${key.scheme} ${key.value}`).sort()].join(' | '),
    counts,
  ]);
  return { kind, start, end, reporter, total, ...Object.fromEntries(named) };
}

/** Statistics reports of ours and of peppol-reporting about the same month. */
export async function reports(book: CaseBook, commons: Peer): Promise<void> {
  const suite = 'Reports of ours and of peppol-reporting';
  for (const kind of ['tsr', 'eusr'] as const) {
    const name = kind.toUpperCase();
    await book.run(
      suite,
      `${name} of 10,000 documents: its schema and the official rules accept ours`,
      async () => {
        assert.equal((await commons.call(`${kind}-check`, {}, ours(kind))).text, '');
      },
    );
    await book.run(suite, `${name} of 10,000 documents: its figures are ours`, async () => {
      const args = { month: '2026-10', seat: OUR_SEAT };
      const theirs = await commons.call(`${kind}-write`, args, Buffer.from(LINES));
      assert.deepEqual(figures(theirs.bytes), figures(ours(kind)));
    });
    await book.run(suite, `${name}: a figure that does not add up is refused by both sides`, async () => {
      const text = Buffer.from(ours(kind)).toString();
      const wrong = Buffer.from(
        text.replace(/(<(?:\w+:)?Total>[\s\S]*?>)\d+(<)|(<(?:\w+:)?FullSet>[\s\S]*?>)\d+(<)/, '$1$30$2$4'),
      );
      assert.notEqual(wrong.toString(), text);
      assert.notEqual((await commons.call(`${kind}-check`, {}, wrong)).text, '');
      assert.equal(checkReport(wrong).valid, false);
    });
  }
}
