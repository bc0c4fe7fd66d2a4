import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../ids.ts';
import { PAYLOADS } from './catalog.ts';

test('What comes out of the queue is held against the catalogue: ids are ids, and what may be left out may be', () => {
  const participantId = newId<'Participant'>();
  const isOne = PAYLOADS['participants.index'];
  assert.ok(isOne({ participantId }));
  assert.ok(isOne({ participantId, askedAt: '2026-11-22T08:00:00.000Z' }));
  assert.ok(!isOne({ participantId, askedAt: 7 }));
  assert.ok(!isOne({ participantId: 'one' }));
  assert.ok(!isOne({ participantId: participantId.toUpperCase() }));
  for (const payload of [undefined, null, 'text', [], {}]) assert.ok(!isOne(payload));
  const isTold = PAYLOADS['notices.digest'];
  assert.ok(isTold({ userId: newId<'User'>(), kind: 'documentsFailed' }));
  assert.ok(!isTold({ userId: newId<'User'>(), kind: 'lost' }));
  assert.ok(PAYLOADS['smp.sweep']({}));
});
