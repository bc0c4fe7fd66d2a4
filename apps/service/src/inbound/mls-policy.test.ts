import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MLS_DOCUMENT_TYPE } from '@pappel/mls/status';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { answerFor, statusDueIn } from './mls-policy.ts';

const [invoice, mlr] = ['invoice', 'message-level-response'].map(
  (alias) => aliasToType(alias)?.documentTypeId,
);
assert.ok(invoice && mlr);

describe('statusDueIn', () => {
  const due = (isRejected: boolean, mlsType?: 'ALWAYS_SEND' | 'FAILURE_ONLY', documentTypeId = invoice) =>
    statusDueIn({ documentTypeId, isRejected, mlsType }, 600);
  test('A rejection is told at once, whether asked for or not [PNP MLS-3]', () => {
    assert.deepEqual([due(true), due(true, 'FAILURE_ONLY'), due(true, 'ALWAYS_SEND')], [0, 0, 0]);
  });
  test('Anything else is told only who asks for it, and not before it was forwarded [MLS OP-MLS-09, 11, 12]', () => {
    assert.deepEqual(
      [due(false), due(false, 'FAILURE_ONLY'), due(false, 'ALWAYS_SEND')],
      [undefined, undefined, 600],
    );
  });
  test('A status is never answered with a status [MLS OP-MLS-03]', () => {
    for (const type of [mlr, MLS_DOCUMENT_TYPE]) assert.equal(due(true, 'ALWAYS_SEND', type), undefined);
  });
});

describe('answerFor', () => {
  const finding = (code: string, severity: 'ERROR' | 'WARNING', location?: string) => ({
    code,
    severity,
    message: 'It is wrong.',
    ruleset: 'x',
    ...(location ? { location } : {}),
  });
  test('Collected is AP, kept for collection is AB; neither names issues', () => {
    const answer = (isCollected: boolean) => answerFor({ isRejected: false, isCollected, findings: [] });
    assert.deepEqual([answer(true).code, answer(false).code], ['AP', 'AB']);
    assert.deepEqual([answer(true).issues, answer(false).issues], [[], []]);
  });
  test('A rejection tells syntax, rules and warnings apart and names the place of each [MLS 2.2.1]', () => {
    const findings = [
      finding('XSD', 'ERROR', '/Invoice/cbc:ID'),
      finding('BR-CO-15', 'ERROR'),
      finding('BR-X', 'WARNING'),
    ];
    const { code, issues } = answerFor({ isRejected: true, isCollected: false, findings });
    assert.equal(code, 'RE');
    assert.deepEqual(issues, [
      { reason: 'SV', description: 'XSD: It is wrong.', location: '/Invoice/cbc:ID' },
      { reason: 'BV', description: 'BR-CO-15: It is wrong.' },
      { reason: 'BW', description: 'BR-X: It is wrong.' },
    ]);
  });
});
