import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocumentPlace, DocumentRoom } from './document-room.ts';
import { newId } from './ids.ts';

test('Documents beyond the room wait in turn, however many come at once; small ones do not', async () => {
  const room = new DocumentRoom(10_000_000);
  let held = 0;
  let most = 0;
  const hold = async (bytes: number): Promise<void> => {
    using place = room.place();
    await place.take(bytes);
    held += bytes;
    most = Math.max(most, held);
    for (let round = 0; round < 5; round++) await new Promise(setImmediate);
    held -= bytes;
  };
  await Promise.all(Array.from({ length: 40 }, (_, i) => hold(i % 2 === 0 ? 6_000_000 : 3_000_000)));
  assert.ok(most > 0 && most <= 10_000_000, `${most}`);
  using full = room.place();
  await full.take(10_000_000);
  await hold(1_000);
});

test('Documents that are not small count at least four megabytes, as each comes with the message that it was in', async () => {
  const room = new DocumentRoom(10 * 1_048_576);
  let held = 0;
  let most = 0;
  const hold = async (): Promise<void> => {
    using place = room.place();
    await place.take(100_000);
    most = Math.max(most, ++held);
    for (let round = 0; round < 5; round++) await new Promise(setImmediate);
    held--;
  };
  await Promise.all(Array.from({ length: 20 }, hold));
  assert.equal(most, 2);
});

test('A place is taken anew when a document turns out larger, and given back once', async () => {
  const room = new DocumentRoom(10_000_000);
  {
    using place = room.place();
    await place.take(6_000_000);
    // Beside itself it would not fit.
    await place.take(9_000_000);
  }
  using whole = room.place();
  await whole.take(10_000_000);
  let isIn = false;
  const other = room.place();
  const waiting = other.take(10_000_000, 'of-a-job').then(() => {
    isIn = true;
  });
  await new Promise(setImmediate);
  assert.equal(isIn, false);
  whole[Symbol.dispose]();
  await waiting;
  other[Symbol.dispose]();
});

/** Documents that are noted when they have their room, and leave it when they are told to. */
function newGuests(room: DocumentRoom) {
  const inside = new Map<string, DocumentPlace>();
  return {
    inside: () => [...inside.keys()],
    ask: (name: string, bytes: number, account?: ReturnType<typeof newId<'Account'>>) => {
      const place = room.place(account);
      void place.take(bytes, 'of-a-job').then(() => inside.set(name, place));
    },
    leave: async (name: string) => {
      inside.get(name)?.[Symbol.dispose]();
      inside.delete(name);
      await new Promise(setImmediate);
    },
  };
}

test('Room is dealt account by account, however many documents one of them has; the network is one of them [MSG-26]', async () => {
  const [flooding, other] = [newId<'Account'>(), newId<'Account'>()];
  const guests = newGuests(new DocumentRoom(10_000_000));
  for (const name of ['f1', 'f2', 'f3', 'f4', 'f5']) guests.ask(name, 5_000_000, flooding);
  for (const name of ['o1', 'o2']) guests.ask(name, 5_000_000, other);
  guests.ask('n1', 5_000_000);
  await new Promise(setImmediate);
  const order = [
    ['f1', 'f2'],
    ['f2', 'f3'],
    ['f3', 'o1'],
    ['o1', 'n1'],
    ['n1', 'f4'],
    ['f4', 'o2'],
    ['o2', 'f5'],
  ];
  for (const [first = '', second] of order) {
    assert.deepEqual(guests.inside(), [first, second]);
    await guests.leave(first);
  }
  assert.deepEqual(guests.inside(), ['f5']);
});

test('A large document has its turn too: smaller ones of other accounts do not go past it for ever', async () => {
  const [small, large] = [newId<'Account'>(), newId<'Account'>()];
  const guests = newGuests(new DocumentRoom(10_000_000));
  for (const name of ['s1', 's2', 's3', 's4']) guests.ask(name, 5_000_000, small);
  guests.ask('large', 10_000_000, large);
  await new Promise(setImmediate);
  await guests.leave('s1');
  assert.deepEqual(guests.inside(), ['s2', 's3']);
  await guests.leave('s2');
  assert.deepEqual(guests.inside(), ['s3']);
  await guests.leave('s3');
  assert.deepEqual(guests.inside(), ['large']);
  await guests.leave('large');
  assert.deepEqual(guests.inside(), ['s4']);
});
