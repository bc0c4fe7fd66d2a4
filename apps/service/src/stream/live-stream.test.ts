import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, mock, test } from 'node:test';
import type { Principal } from '../platform/access/principal.ts';
import type { EventLog } from '../platform/events/follow.ts';
import type { FollowOptions } from '../platform/events/live-followers.ts';
import { LogEvent } from '../platform/events/log-event.ts';
import { newId } from '../platform/ids.ts';
import { LiveStream } from './live-stream.ts';

describe('an open stream', () => {
  const accountId = newId<'Account'>();
  const principal: Principal = {
    kind: 'api-key',
    accountId,
    apiKeyId: newId(),
    name: 'key',
    permissions: ['read'],
    accountStatus: 'ACTIVE',
    reach: { accountId, companyIds: 'all' },
  };
  const newStream = (connection?: Socket) =>
    new LiveStream(principal, { kind: 'user', id: newId() }, () => undefined, connection);

  test('Who does not read is cut off at 1 MB unread [STR-6]', () => {
    const stream = newStream();
    for (let i = 0; i < 1000; i++) stream.say('x'.repeat(1024));
    assert.equal(stream.output.destroyed, false);
    for (let i = 0; i < 30; i++) stream.say('x'.repeat(1024));
    assert.equal(stream.output.destroyed, true);
    stream.say('more');
  });

  test('Who takes nothing for two heartbeats is cut off, and who takes a little is not [STR-5, STR-6]', () => {
    const [idle, slow] = [newStream(), newStream()];
    for (const stream of [idle, slow]) stream.say('x'.repeat(1024));
    for (let beats = 0; beats < 5; beats++) {
      for (const stream of [idle, slow]) stream.beat();
      slow.output.read(10);
      assert.equal(idle.output.destroyed, beats >= 2);
    }
    assert.equal(slow.output.destroyed, false);
    slow.output.destroy();
  });

  test('Who vanished without a word confirms nothing for two heartbeats and is cut off; who confirms a little is not [STR-5]', async () => {
    const connection = { bytesWritten: 1_000 } as Socket;
    const [vanished, far, well] = [newStream(connection), newStream(connection), newStream(connection)];
    for (const stream of [vanished, far, well]) stream.output.resume();
    for (let beats = 0; beats < 5; beats++) {
      await new Promise(setImmediate);
      Object.assign(connection, { bytesWritten: 1_000 + beats * 20 });
      vanished.beat(500 + beats * 20);
      far.beat(500);
      well.beat(0);
      assert.equal(vanished.output.destroyed, beats >= 2, `${beats}`);
    }
    assert.deepEqual([far.output.destroyed, well.output.destroyed], [false, false]);
    for (const stream of [far, well]) stream.output.destroy();
  });

  test('While the past is told the reader sets the pace', async () => {
    const stream = newStream();
    let options: FollowOptions | undefined;
    const log = {
      follow: (given: FollowOptions) => {
        options = given;
        return { stop: () => undefined };
      },
    };
    stream.follow(log as unknown as EventLog, 0);
    const event = new LogEvent({
      seq: '1',
      placed_at: new Date(0),
      id: newId(),
      type: 'document.valid',
      account_id: accountId,
      company_id: null,
      data: { x: 'y'.repeat(100_000) },
      version: 1,
      created_at: new Date(0),
      message_id: null,
      participant_id: null,
    });
    const closing = stream.output.listenerCount('close');
    let isTold = false;
    const telling = Promise.resolve(options?.onEvents([event])).then(() => {
      isTold = true;
    });
    await new Promise(setImmediate);
    assert.equal(isTold, false);
    assert.equal(stream.output.listenerCount('drained'), 1);
    stream.output.resume();
    await telling;
    await new Promise(setImmediate);
    assert.equal(stream.output.listenerCount('drained'), 0);
    assert.equal(stream.output.listenerCount('close'), closing);
  });

  test('Who is slow still reads to the end what was said before it; a heartbeat after it says nothing', async () => {
    const stream = newStream();
    const said = stream.output.readableLength;
    stream.end();
    stream.beat();
    stream.end();
    let read = 0;
    for await (const piece of stream.output) read += piece.length;
    assert.equal(read, said);
  });

  test('It ends by itself after an hour, more or less [STR-4]', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const stream = newStream();
      mock.timers.tick(3_600_000 * 0.89);
      assert.equal(stream.output.readableEnded, false);
      stream.output.resume();
      mock.timers.tick(3_600_000 * 0.22);
      return new Promise<void>((resolve) => stream.output.once('end', () => resolve()));
    } finally {
      mock.timers.reset();
    }
  });
});
