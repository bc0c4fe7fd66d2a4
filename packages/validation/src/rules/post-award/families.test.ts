import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { COMMON } from './common-rules.ts';
import { FAMILIES } from './families.ts';
import { TRANSACTIONS, transactionOf } from './transactions.ts';

/** Rules of each transaction, besides the twenty that all have; T111 lacks the one that nothing can break. */
const COUNTS = {
  T01: 310,
  T16: 190,
  T19: 216,
  T58: 34,
  T71: 39,
  T76: 104,
  T77: 122,
  T110: 249,
  T111: 61,
  T114: 294,
};
const OTHERS = { T115: 88, T116: 105, MLS: 31 };

describe('transactions', () => {
  test('Each has as many rules as its specification, each with an id of its own', () => {
    for (const { id } of TRANSACTIONS) {
      const ids = FAMILIES[id]
        .flatMap(({ patterns = [] }) => patterns.flat())
        .flatMap(({ rules }) => rules.map((rule) => rule.id));
      assert.equal(new Set(ids).size, ids.length, id);
      const own = ids.filter((one) => !one.startsWith('PEPPOL-COMMON-'));
      assert.equal(own.length, { ...COUNTS, ...OTHERS }[id], id);
      assert.equal(ids.length - own.length, id === 'MLS' ? 0 : 20, id);
    }
  });

  test('A document is told by its root and its specification', () => {
    assert.equal(transactionOf('Order', 'urn:fdc:peppol.eu:poacc:trns:order:3'), 'T01');
    assert.equal(transactionOf('OrderResponse', 'urn:fdc:peppol.eu:poacc:trns:order_response:3'), 'T76');
    assert.equal(transactionOf('ApplicationResponse', 'urn:peppol:edec:mls:1.0'), 'MLS');
    assert.equal(transactionOf('Catalogue', 'urn:fdc:peppol.eu:poacc:trns:order:3'), undefined);
    assert.equal(transactionOf('Order', 'urn:fdc:peppol.eu:poacc:trns:order:3:extended:urn:x'), undefined);
  });
});

describe('what all documents have in common', () => {
  testBreaches(COMMON, fixture('order.xml'), [
    ['No element is empty', 'PEPPOL-COMMON-R001', '>O-1<', '> <'],
    [
      'A document should not say where its schema is',
      'PEPPOL-COMMON-R003',
      '<Order ',
      '<Order schemaLocation="a" ',
    ],
    ['A date is written as YYYY-MM-DD', 'PEPPOL-COMMON-R030', '2026-11-21', '2026-11-21Z'],
    ['A date is one of the calendar', 'PEPPOL-COMMON-R030', '2026-12-31', '2026-02-29'],
    ['An identifier has the form of its scheme', 'PEPPOL-COMMON-R049', '5567321707', '5567321708'],
  ]);
});
