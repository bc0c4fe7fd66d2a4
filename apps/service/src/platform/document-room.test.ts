import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentRoom } from './document-room.ts';

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
