import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type MessageId, parseId } from '../../platform/ids.ts';
import type { PayloadStore } from '../../platform/payload-store.ts';
import { measured } from '../../platform/sha256.ts';
import { withFolder } from '../spool.ts';
import { verifyExport } from '../verify.ts';
import { type WriteDeps, writeArchive } from '../write-archive.ts';
import { keyOf, type OpenArchive, type ReadBack } from './archive.ts';
import { contentsOf } from './contents.ts';

/** One that takes longer hangs. */
const LONGEST_MS = 600_000;
/** What a try has left that died so long ago is nobody's. */
const STRAY_MS = 3_600_000;

/**
 * Writes the file of an archive and reads it back. One that stands there already, of a try that died after its last byte or
 * of a time before a backup was restored, is kept: what it holds counts.
 */
export async function writeDown(
  deps: WriteDeps & { archives: PayloadStore },
  one: OpenArchive,
): Promise<ReadBack> {
  const { archives } = deps;
  const key = keyOf(one);
  await archives.sweepUnfinished(one.accountId, new Date(Date.now() - STRAY_MS));
  if (!(await archives.stat(key)))
    await writeArchive(deps, contentsOf(one), {
      progress: { done: 0, total: 0 },
      signal: AbortSignal.timeout(LONGEST_MS),
      store: (bytes) => archives.putStream(key, bytes),
    });
  return readBack(archives, one, key);
}

/** Nothing is removed for a file that was not found whole where it is kept. */
function readBack(archives: PayloadStore, { accountId }: OpenArchive, key: string): Promise<ReadBack> {
  return withFolder(async (folder) => {
    const found = await archives.stream(key);
    if (!found) throw new Error(`The archive ${key} was written and is not there`);
    const file = join(folder, 'archive.zip');
    const { chunks, result } = measured(found.stream);
    await pipeline(chunks, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    const { createdAt, archive, paths, lost, problems } = await verifyExport(file).catch((error: Error) => {
      throw notWhole(key, error.message);
    });
    const [problem] = problems;
    if (problem !== undefined) throw notWhole(key, problem);
    if (createdAt === undefined || archive?.accountId !== accountId)
      throw notWhole(key, 'it is of another account');
    const withoutBytes = idsIn(lost);
    const messageIds = [...idsIn(paths), ...withoutBytes];
    return { ...result(), takenAt: new Date(createdAt), messageIds, withoutBytes };
  });
}

const idsIn = (paths: Iterable<string>): MessageId[] =>
  [...paths].flatMap((path) => parseId<'Message'>(/^payloads\/(.+)\.xml$/.exec(path)?.[1] ?? '') ?? []);

const notWhole = (key: string, why: string): Error =>
  new Error(
    `The archive ${key} is not whole: ${why}. Nothing of it was removed. Move it away: it is written anew.`,
  );
