import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import type { SFTPWrapper } from 'ssh2';
import type { FileView } from './file-view.ts';
import type { DirectoryHandle } from './handle.ts';
import { type Line, SftpSession } from './session.ts';

const LINE: Line = {
  hold: () => undefined,
  drained: async () => true,
  cut: () => undefined,
  used: () => undefined,
  failed: (error) => assert.fail(String(error)),
  moved: () => undefined,
};

test('What is opened while the session ends is put in order once, and counted as closed once', async () => {
  const steps = new EventEmitter();
  const counts = { opened: 0, closed: 0, abandoned: 0 };
  const handle: DirectoryHandle = {
    kind: 'directory',
    next: async () => undefined,
    close: async () => undefined,
    abandon: async () => {
      counts.abandoned++;
    },
  };
  const view = {
    openHandle: () => {
      counts.opened++;
    },
    closeHandle: () => {
      counts.closed++;
    },
    openDirectory: async () => {
      await once(steps, 'opened');
      return handle;
    },
  };
  const sftp = new EventEmitter();
  const session = new SftpSession(sftp as unknown as SFTPWrapper, view as unknown as FileView, LINE);
  sftp.emit('OPENDIR', 1, '/inbox');
  const ended = session.end();
  steps.emit('opened');
  await ended;
  assert.deepEqual(counts, { opened: 1, closed: 1, abandoned: 1 });
});
