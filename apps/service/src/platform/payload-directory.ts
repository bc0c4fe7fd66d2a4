import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PayloadStore } from './payload-store.ts';

const KEY = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;

/**
 * Payloads as files under `root`. Bytes that are all there are written under their name, and file and name are synced at
 * once: on most disks that is one commit of the journal. Streams may take long or break: they are written beside, synced,
 * then linked. Both take the place of nothing: who comes second finds the name taken.
 */
export function directoryPayloadStore(root: string): PayloadStore {
  const pathOf = (key: string): string => {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`Not a payload key: ${key}`);
    return join(root, key);
  };
  return {
    put: (key, bytes) => writeWhole(pathOf(key), bytes instanceof Uint8Array ? [bytes] : bytes),
    putStream: (key, chunks) => writeStream(pathOf(key), chunks),
    get: (key) => unlessMissing(readFile(pathOf(key))),
    stream: async (key, range) => {
      const found = await unlessMissing(stat(pathOf(key)));
      const part = range && { start: range.first, end: range.last };
      return found && { stream: createReadStream(pathOf(key), part), bytes: found.size };
    },
    stat: async (key) => {
      const found = await unlessMissing(stat(pathOf(key)));
      return found && { bytes: found.size, storedAt: found.mtime };
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    olderThan: (prefix, before) => filesOlderThan(root, prefix, before),
    sweepUnfinished: async (prefix, before) => {
      for await (const key of filesOlderThan(root, prefix, before))
        if (key.endsWith('.part')) await rm(join(root, key), { force: true });
    },
    presignPut: async () => undefined,
  };
}

async function writeWhole(path: string, bytes: readonly Uint8Array[]): Promise<boolean> {
  const file = await unless('EEXIST', create(path));
  if (!file) return false;
  try {
    for (const chunk of bytes) await file.writeFile(chunk);
    await Promise.all([file.datasync(), syncFolder(dirname(path))]);
  } catch (error) {
    await unlessMissing(unlink(path));
    throw error;
  } finally {
    closeInPassing(file);
  }
  return true;
}

/** What is synced is there, whatever comes of closing it: nobody waits. */
const closeInPassing = (file: FileHandle): void => void file.close().catch(() => undefined);

async function writeStream(path: string, bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  const beside = `${path}.${randomUUID()}.part`;
  try {
    await write(await create(beside), bytes);
    const isFree = await unless(
      'EEXIST',
      link(beside, path).then(() => true),
    );
    if (!isFree) return false;
  } finally {
    await unlessMissing(unlink(beside));
  }
  await syncFolder(dirname(path));
  return true;
}

async function write(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of bytes) await file.writeFile(chunk);
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function create(path: string): Promise<FileHandle> {
  const folder = dirname(path);
  await making.get(folder);
  const file = await unlessMissing(open(path, 'wx', 0o600));
  if (file) return file;
  const made = making.get(folder) ?? makeFolder(folder).finally(() => making.delete(folder));
  making.set(folder, made);
  await made;
  return open(path, 'wx', 0o600);
}

/** Folders that are there, but not yet for good. */
const making = new Map<string, Promise<void>>();

/** With the names of all that are new in the folders above them. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Syncs that wait for the one that is running now, by folder. */
const waiting = new Map<string, Promise<void>>();
const running = new Map<string, Promise<void>>();

/**
 * The name itself must survive a power cut too. One sync serves every name before it: who comes while one is running
 * waits for the next, together with all others.
 */
function syncFolder(folder: string): Promise<void> {
  const shared = waiting.get(folder);
  if (shared) return shared;
  const former = running.get(folder)?.catch(() => undefined);
  const next = Promise.all([open(folder, 'r'), former])
    .finally(() => waiting.delete(folder))
    .then(([handle]) => {
      const sync = handle.sync().finally(() => closeInPassing(handle));
      running.set(folder, sync);
      return sync;
    });
  waiting.set(folder, next);
  return next;
}

async function* filesOlderThan(root: string, prefix: string, before: Date): AsyncGenerator<string> {
  const entries = await unlessMissing(readdir(join(root, prefix), { recursive: true, withFileTypes: true }));
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await unlessMissing(stat(path));
    if (found && found.mtime < before) yield path.slice(root.length + 1);
  }
}

const unlessMissing = <Value>(work: Promise<Value>): Promise<Value | undefined> => unless('ENOENT', work);

/** Undefined when it failed for this reason. */
async function unless<Value>(code: string, work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  }
}
