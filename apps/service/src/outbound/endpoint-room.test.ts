import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EndpointRoom } from './endpoint-room.ts';

const DEAD = 'https://dead.example/as4';
const GOOD = 'https://good.example/as4';

/** How many find a place at a moment. */
function enterAll(room: EndpointRoom, url: string, now: number, most = 100) {
  const places = [];
  for (let place = room.enter(url, now); place; place = room.enter(url, now)) {
    places.push(place);
    if (places.length === most) break;
  }
  return places;
}

test('An endpoint that says nothing gets fewer documents the longer it is silent, and others as many as ever [MSG-24]', () => {
  const room = new EndpointRoom(16);
  enterAll(room, DEAD, 0, 3);
  assert.equal(enterAll(room, DEAD, 4_000).length, 3, 'six in all');
  assert.equal(enterAll(room, GOOD, 4_000).length, 100);
  const other = new EndpointRoom(16);
  enterAll(other, DEAD, 0, 10);
  assert.equal(enterAll(other, DEAD, 1_500).length, 6, 'sixteen in all');
});

test('An endpoint that answers is not bounded, however long each answer takes', () => {
  const room = new EndpointRoom(16);
  const [first, ...others] = enterAll(room, GOOD, 0, 40);
  assert.equal(room.enter(GOOD, 20_000), undefined);
  first?.heard(20_000);
  assert.equal(enterAll(room, GOOD, 20_900).length, 100);
  assert.equal(others.length, 39);
});

test('What an endpoint was is forgotten when nothing is under way to it any more', () => {
  const room = new EndpointRoom(16);
  for (const place of enterAll(room, DEAD, 0, 20)) place[Symbol.dispose]();
  assert.equal(enterAll(room, DEAD, 60_000, 50).length, 50);
});
