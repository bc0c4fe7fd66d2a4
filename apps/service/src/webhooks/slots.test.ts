import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountId } from '../platform/ids.ts';
import { Slots } from './slots.ts';

const [timber, furniture] = ['timber', 'furniture'] as AccountId[] as [AccountId, AccountId];

test('An account has a share of what a node delivers at once, and what it has beyond takes nothing from others [WHK-17]', () => {
  const slots = new Slots();
  assert.equal(slots.roomFor(timber), 200);
  for (let i = 0; i < 1_500; i++) slots.take(timber);
  assert.ok(slots.roomFor(timber) < 0);
  assert.equal(slots.roomFor(furniture), 200);
  for (let i = 0; i < 1_500; i++) slots.giveBack(timber);
  assert.equal(slots.roomFor(timber), 200);
});

test('All accounts together have what the node has [WHK-17]', () => {
  const slots = new Slots();
  const accounts = Array.from({ length: 5 }, (_, index) => `account ${index}` as AccountId);
  for (const account of accounts) for (let i = 0; i < 200; i++) slots.take(account);
  assert.equal(slots.roomFor(timber), 0);
  slots.giveBack(accounts[0] as AccountId);
  assert.equal(slots.roomFor(timber), 1);
});
