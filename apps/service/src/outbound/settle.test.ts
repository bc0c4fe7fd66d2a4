import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SendOutcome } from '@pappel/as4/read-response';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import type { Discovery } from '@pappel/smp/discover';
import {
  nextTry,
  RETRY_SCHEDULE,
  settleDiscovery,
  settleOpenCircuit,
  settleSend,
  settleSilence,
} from './settle.ts';

const at = (attempt: number, random = 0.5) => ({ attempt, schedule: RETRY_SCHEDULE, random });
const raw = new Uint8Array();
const brief = (settlement: ReturnType<typeof settleSend>): string =>
  `${settlement.to} ${'code' in settlement ? settlement.code : ''}`.trim();

describe('what a lookup means [MSG-13, MSG-20]', () => {
  const cases: [Exclude<Discovery, { kind: 'found' }>, string][] = [
    [
      { kind: 'not-registered', code: 'PARTICIPANT_NOT_FOUND', detail: '' },
      'DISCOVERY_FAILED PARTICIPANT_NOT_FOUND',
    ],
    [
      { kind: 'unsupported', code: 'PROCESS_NOT_SUPPORTED', accepts: [], detail: '' },
      'DISCOVERY_FAILED PROCESS_NOT_SUPPORTED',
    ],
    [
      { kind: 'unusable', code: 'RECEIVER_CERTIFICATE_INVALID', detail: '' },
      'SEND_FAILED RECEIVER_CERTIFICATE_INVALID',
    ],
    [
      { kind: 'unusable', code: 'RECEIVER_CERTIFICATE_REVOKED', detail: '' },
      'SEND_FAILED RECEIVER_CERTIFICATE_REVOKED',
    ],
    [{ kind: 'unreachable', code: 'REVOCATION_UNKNOWN', detail: '' }, 'SEND_RETRY REVOCATION_UNKNOWN'],
    [{ kind: 'unusable', code: 'ENDPOINT_EXPIRED', detail: '' }, 'SEND_RETRY ENDPOINT_EXPIRED'],
    [{ kind: 'unusable', code: 'SMP_RESPONSE_INVALID', detail: '' }, 'SEND_RETRY SMP_RESPONSE_INVALID'],
    [{ kind: 'unreachable', code: 'DNS_UNAVAILABLE', detail: '' }, 'SEND_RETRY DNS_UNAVAILABLE'],
    [{ kind: 'unreachable', code: 'SMP_UNAVAILABLE', detail: '' }, 'SEND_RETRY SMP_UNAVAILABLE'],
  ];
  for (const [discovery, expected] of cases) {
    test(`${discovery.code} is ${expected}`, () =>
      assert.equal(brief(settleDiscovery(discovery, at(1))), expected));
  }
});

describe('what the answer of an access point means [MSG-15]', () => {
  const error = (retry: boolean, repeats: number): SendOutcome => ({
    kind: 'ebms-error',
    errors: [{ code: 'EBMS:0004', severity: 'failure', description: 'other' }],
    retry,
    repeats,
    raw,
  });
  const cases: [string, SendOutcome, string][] = [
    ['A receipt', { kind: 'receipt', receiptId: 'r', timestamp: '', raw }, 'AS4_ACCEPTED'],
    ['A permanent ebMS error', error(false, 0), 'SEND_FAILED AS4_ERROR'],
    ['A temporary ebMS error', error(true, 3), 'SEND_RETRY AS4_ERROR'],
    ['An invalid receipt', { kind: 'receipt-invalid', reason: '', raw }, 'SEND_RETRY AS4_RECEIPT_INVALID'],
    [
      'A failed connection',
      { kind: 'transport', code: 'CONNECTION_FAILED', detail: '' },
      'SEND_RETRY CONNECTION_FAILED',
    ],
    ['A timeout', { kind: 'transport', code: 'TIMEOUT', detail: '' }, 'SEND_RETRY TIMEOUT'],
  ];
  for (const [name, outcome, expected] of cases) {
    test(`${name} is ${expected}`, () => assert.equal(brief(settleSend(outcome, at(1))), expected));
  }
  test('An ebMS error is repeated only as often as makes sense', () => {
    assert.equal(brief(settleSend(error(true, 1), at(2))), 'SEND_FAILED AS4_ERROR');
  });
});

describe('what the customer is told', () => {
  test('DOCUMENT_TYPE_NOT_SUPPORTED names what the receiver takes by the names that callers use', () => {
    const [invoice, creditNote] = ['invoice', 'credit-note'].map(
      (alias) => aliasToType(alias)?.documentTypeId ?? '',
    );
    const unsupported = (accepts: string[]) =>
      settleDiscovery(
        { kind: 'unsupported', code: 'DOCUMENT_TYPE_NOT_SUPPORTED', accepts, detail: '' },
        at(1),
      );
    const told = unsupported([invoice ?? '', creditNote ?? '', 'busdox-docid-qns::other']);
    assert.ok(told.to === 'DISCOVERY_FAILED');
    assert.match(
      told.message,
      /It accepts: invoice, credit-note, busdox-docid-qns::other\. Send one of these/,
    );
    const nothing = unsupported([]);
    assert.ok(nothing.to === 'DISCOVERY_FAILED');
    assert.match(nothing.message, /It accepts nothing\. Ask the receiver/);
  });
  test('SEND_RETRY says when the next try is', () => {
    assert.equal(nextTry(new Date('2026-11-21T10:00:40.123Z')), ' The next try is at 2026-11-21T10:00:40Z.');
  });
});

describe('retries', () => {
  const delay = (attempt: number, random: number): number => {
    const settlement = settleSend({ kind: 'transport', code: 'TIMEOUT', detail: '' }, at(attempt, random));
    return settlement.to === 'SEND_RETRY' ? settlement.delaySeconds : Number.NaN;
  };
  test('They come after 1, 5, 15 min, 1, 3, 8, 24 h, ±10 % [MSG-12]', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 7].map((attempt) => Math.round(delay(attempt, 0.5))),
      [60, 300, 900, 3600, 10800, 28800, 86400],
    );
    assert.deepEqual([delay(1, 0), delay(1, 1)].map(Math.round), [54, 66]);
  });
  test('A receiver that is left alone costs no attempt, and is tried when the minute is over [MSG-17]', () => {
    const now = new Date('2026-11-21T10:00:00Z');
    const settlement = settleOpenCircuit(new Date('2026-11-21T10:00:40Z'), now, { random: 0 });
    assert.ok(settlement.to === 'SEND_RETRY');
    assert.deepEqual([settlement.delaySeconds, settlement.uncounted], [40, true]);
  });
  test('Who waits for an endpoint that owes answers comes again in half a minute at no cost [MSG-24]', () => {
    const settlement = settleSilence({ random: 0.5 });
    assert.ok(settlement.to === 'SEND_RETRY');
    assert.deepEqual([settlement.delaySeconds, settlement.uncounted], [30, true]);
  });
  test('The eighth failure is final, and the last real reason stays visible [MSG-14]', () => {
    assert.equal(
      brief(settleSend({ kind: 'transport', code: 'TIMEOUT', detail: '' }, at(8))),
      'SEND_FAILED TIMEOUT',
    );
  });
});
