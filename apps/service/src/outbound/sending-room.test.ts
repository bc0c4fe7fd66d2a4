import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccountId, newId } from '../platform/ids.ts';
import { SendingRoom, type Traveller } from './sending-room.ts';

const MB = 1_000_000;

const traveller = (account: AccountId, bytes: number): Traveller => ({
  id: newId<'Message'>(),
  account,
  bytes,
});
const account = () => newId<'Account'>();

function entered(place: Disposable | undefined): Disposable {
  assert.ok(place);
  return place;
}

test('Large documents of one account under way leave room for those of another, and small ones always go', () => {
  const room = new SendingRoom(100 * MB, 50 * MB);
  const [one, other, third] = [account(), account(), account()];
  assert.ok(room.enter(traveller(one, 40 * MB)));
  assert.equal(room.enter(traveller(one, 40 * MB)), undefined);
  assert.ok(room.enter(traveller(other, 40 * MB)));
  assert.ok(room.enter(traveller(third, 15 * MB)));
  assert.equal(room.enter(traveller(third, 20 * MB)), undefined);
  for (let sent = 0; sent < 1_000; sent++) assert.ok(room.enter(traveller(one, 65_536)));
});

test('A document wider than the room goes alone, and its place is free when it has gone', () => {
  const room = new SendingRoom(10 * MB, 5 * MB);
  const [one, other] = [account(), account()];
  {
    using place = room.enter(traveller(one, 40 * MB));
    assert.ok(place);
    assert.equal(room.enter(traveller(other, MB)), undefined);
  }
  assert.ok(room.enter(traveller(one, 5 * MB)));
});

test('A large document that was put off is not overtaken again and again by smaller ones that came later', () => {
  const room = new SendingRoom(100 * MB, 100 * MB);
  const underWay = Array.from({ length: 10 }, () => entered(room.enter(traveller(account(), 10 * MB))));
  const large = traveller(account(), 40 * MB);
  assert.equal(room.enter(large), undefined);
  for (let free = 10; free < 40; free += 10) {
    underWay.pop()?.[Symbol.dispose]();
    assert.equal(room.enter(traveller(account(), 10 * MB)), undefined, `${free} MB are free`);
    assert.equal(room.enter(large), undefined);
  }
  underWay.pop()?.[Symbol.dispose]();
  assert.ok(room.enter(large));
});

test('What is more than a document that was put off needs is for others', () => {
  const room = new SendingRoom(100 * MB, 100 * MB);
  const first = entered(room.enter(traveller(account(), 70 * MB)));
  const large = traveller(account(), 40 * MB);
  assert.equal(room.enter(large), undefined);
  first[Symbol.dispose]();
  assert.ok(room.enter(traveller(account(), 60 * MB)));
  assert.ok(room.enter(large));
});

test('Who was put off for documents of its own account holds up its own account alone', () => {
  const room = new SendingRoom(100 * MB, 50 * MB);
  const [one, other] = [account(), account()];
  assert.ok(room.enter(traveller(one, 45 * MB)));
  assert.equal(room.enter(traveller(one, 40 * MB)), undefined);
  assert.equal(room.enter(traveller(one, 2 * MB)), undefined);
  assert.ok(room.enter(traveller(other, 50 * MB)));
});

test('Who was put off and does not come again is not waited for', () => {
  const room = new SendingRoom(100 * MB, 100 * MB);
  assert.ok(room.enter(traveller(account(), 70 * MB)));
  assert.equal(room.enter(traveller(account(), 40 * MB), 0), undefined);
  assert.equal(room.enter(traveller(account(), 20 * MB), 20_000), undefined);
  assert.ok(room.enter(traveller(account(), 20 * MB), 100_000));
});
