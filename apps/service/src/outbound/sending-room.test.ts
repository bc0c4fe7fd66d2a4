import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../platform/ids.ts';
import { SendingRoom } from './sending-room.ts';

const MB = 1_000_000;

test('Large documents of one account under way leave room for those of another, and small ones always go', () => {
  const room = new SendingRoom(100 * MB, 50 * MB);
  const [one, other, third] = [newId<'Account'>(), newId<'Account'>(), newId<'Account'>()];
  assert.ok(room.enter(one, 40 * MB));
  assert.equal(room.enter(one, 40 * MB), undefined);
  assert.ok(room.enter(other, 40 * MB));
  assert.equal(room.enter(third, 40 * MB), undefined);
  assert.ok(room.enter(third, 20 * MB));
  for (let sent = 0; sent < 1_000; sent++) assert.ok(room.enter(one, 65_536));
});

test('A document wider than the room goes alone, and its place is free when it has gone', () => {
  const room = new SendingRoom(10 * MB, 5 * MB);
  const account = newId<'Account'>();
  {
    using place = room.enter(account, 40 * MB);
    assert.ok(place);
    assert.equal(room.enter(newId<'Account'>(), 1 * MB), undefined);
  }
  assert.ok(room.enter(account, 5 * MB));
});
