import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import type { EventLog } from '../platform/events/follow.ts';
import type { FollowOptions } from '../platform/events/live-followers.ts';
import { LogEvent } from '../platform/events/log-event.ts';
import { LiveStream } from './live-stream.ts';

describe('an open stream', () => {
  const principal = {
    kind: 'user',
    accountId: 'a',
    userId: 'u',
    reach: { accountId: 'a', companyIds: 'all' },
  };
  const newStream = (onClose = () => undefined) =>
    new LiveStream(principal as never, { kind: 'user', id: 's' as never }, onClose);

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
    const row = {
      seq: '1',
      id: 'e',
      type: 'document.valid',
      account_id: 'a',
      company_id: null,
      data: { x: 'y'.repeat(100_000) },
    };
    const event = new LogEvent({
      ...row,
      version: 1,
      created_at: new Date(0),
      message_id: null,
      participant_id: null,
    } as never);
    let isTold = false;
    const telling = Promise.resolve(options?.onEvents([event])).then(() => {
      isTold = true;
    });
    await new Promise(setImmediate);
    assert.equal(isTold, false);
    stream.output.resume();
    await telling;
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
