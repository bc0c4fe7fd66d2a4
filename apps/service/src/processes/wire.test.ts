import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TurnDesk } from './turn-desk.ts';
import { Wire } from './wire.ts';

/** Two ends, of which each hears the other. */
function pair(): [Wire, Wire] {
  const one: Wire = new Wire((message) => setImmediate(() => other.receive(message)));
  const other: Wire = new Wire((message) => setImmediate(() => one.receive(message)));
  return [one, other];
}

test('A question is answered, refused with the reason, or given up when the other one ends', async () => {
  const [one, other] = pair();
  other.answer('double', async (number: number) => 2 * number);
  other.answer('never', () => new Promise(() => undefined));
  assert.equal(await one.ask('double', 21), 42);
  await assert.rejects(one.ask('unknown', null), /nobody answers unknown/);
  await assert.rejects(one.ask('never', null, 1), /no answer within 1 ms/);
  const asked = one.ask('never', null);
  one.close();
  await assert.rejects(asked, /has ended/);
  await assert.rejects(one.ask('double', 1), /has ended/);
});

test('News reaches who listens, and nobody else', async () => {
  const [one, other] = pair();
  const heard = new Promise((resolve) => other.hear('news', resolve));
  one.tell('other news', 1);
  one.tell('news', 2);
  assert.equal(await heard, 2);
});

test('A turn is given to one at a time, and passes on when who has it, or waits for it, has ended', async () => {
  const desk = new TurnDesk();
  const [a] = pair();
  const [b] = pair();
  const [c] = pair();
  const order: string[] = [];
  const note = (name: string) => (turn: number) => {
    order.push(name);
    return turn;
  };
  const first = await desk.give(a, 'key').then(note('a'));
  void desk.give(b, 'key').then(note('b'));
  const third = desk.give(c, 'key').then(note('c'));
  await desk.give(b, 'another key').then(note('b elsewhere'));
  assert.deepEqual(order, ['a', 'b elsewhere']);
  b.close();
  desk.leave(b);
  desk.over(a, first);
  desk.over(c, await third);
  await desk.give(a, 'key');
  assert.deepEqual(order, ['a', 'b elsewhere', 'c']);
});
