import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, opendir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';

/** A file that goes into an archive: from the disk, or as it stands here. */
export type Entry = { name: string } & ({ path: string } | { text: string });

/** An archive of files, made as it is read. One that is gone when its turn comes is left out. */
export function archiveOf(entries: AsyncIterable<Entry>): { stream: Readable; count: () => number } {
  const archive = pack();
  let count = 0;
  const fill = async (): Promise<void> => {
    for await (const entry of entries) if (await add(archive, entry)) count++;
    archive.finalize();
  };
  fill().catch((error: Error) => archive.destroy(error));
  // Its own streams are not quite those of Node.
  const stream = new PassThrough();
  pipeline(archive, stream).catch(() => undefined);
  return { stream, count: () => count };
}

async function add(archive: Pack, entry: Entry): Promise<boolean> {
  if ('text' in entry) {
    await new Promise<void>((resolve, reject) => {
      archive.entry({ name: entry.name, mode: 0o600 }, entry.text, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    return true;
  }
  const found = await stat(entry.path).catch(() => undefined);
  if (!found) return false;
  const header = { name: entry.name, size: found.size, mode: found.mode & 0o777, mtime: found.mtime };
  // What grows meanwhile is taken as far as it went.
  const end = Math.max(0, found.size - 1);
  const source = found.size === 0 ? [] : createReadStream(entry.path, { end });
  await pipeline(source, archive.entry(header));
  return true;
}

/** The files below a folder, one by one, however many there are. `isLeftOut` is asked of each name below it. */
export async function* filesBelow(
  root: string,
  isLeftOut: (name: string) => boolean = () => false,
  folder = root,
): AsyncGenerator<{ name: string; path: string }> {
  const entries = await opendir(folder).catch(() => undefined);
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    const name = relative(root, path).split(sep).join('/');
    if (isLeftOut(name)) continue;
    if (entry.isDirectory()) yield* filesBelow(root, isLeftOut, path);
    else if (entry.isFile()) yield { name, path };
  }
}

/** Writes the files of an archive; `placeOf` says where each belongs, undefined for one that does not. */
export async function unpack(
  archive: Readable,
  placeOf: (name: string) => string | undefined,
): Promise<{ count: number }> {
  const reading = extract();
  const flow = pipeline(archive, reading);
  let count = 0;
  const write = async (): Promise<void> => {
    for await (const entry of reading) {
      const { name, mode = 0o600 } = entry.header;
      const path = /(^|\/)\.\.(\/|$)/.test(name) ? undefined : placeOf(name);
      if (path === undefined) throw new Error(`The archive has ${name}, which belongs nowhere`);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(path, { flags: 'wx', mode }));
      count++;
    }
  };
  await Promise.all([flow, write()]);
  return { count };
}
