import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** What a file in the archive is, or why it cannot be read. */
export type Member =
  | { path: string; bytes: number; sha256: string; lines: number }
  | { path: string; broken: string };

export const MANIFEST = 'manifest.json';
const LINE_FEED = 0x0a;

/** The text of the manifest; undefined where there is none. */
export async function readManifest(file: string): Promise<string | undefined> {
  for await (const [entry, zip] of entriesOf(file))
    if (entry.fileName === MANIFEST) return text(await zip.openReadStreamPromise(entry));
  return undefined;
}

/** Reads every file but the manifest, one after the other; throws where there is no zip file at all. */
export async function* readMembers(file: string): AsyncGenerator<Member> {
  for await (const [entry, zip] of entriesOf(file)) {
    const path = entry.fileName;
    if (path === MANIFEST) continue;
    try {
      yield { path, ...(await measure(await zip.openReadStreamPromise(entry))) };
    } catch (error) {
      yield { path, broken: (error as Error).message };
    }
  }
}

async function* entriesOf(file: string): AsyncGenerator<[Entry, ZipFile]> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) yield [entry, zip];
  } finally {
    zip.close();
  }
}

async function measure(content: Readable) {
  const hash = createHash('sha256');
  let [bytes, lines] = [0, 0];
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
  }
  return { bytes, lines, sha256: hash.digest('hex') };
}
