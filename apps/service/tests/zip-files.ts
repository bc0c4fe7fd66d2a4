import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** Every file of a zip by its path. */
export async function filesOf(file: string): Promise<Map<string, string>> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  zip.close();
  return files;
}

/** The rows of a resource in an export or archive. */
export const linesOf = (files: Map<string, string>, name: string) =>
  (files.get(`${name}.jsonl`) ?? '')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Writes them as a zip; answers the path of it. */
export async function zipOf(files: Map<string, string>, file: string): Promise<string> {
  const zip = new ZipFile();
  for (const [path, content] of files) zip.addBuffer(Buffer.from(content), path, { compress: false });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  writeFileSync(file, Buffer.concat(chunks));
  return file;
}
