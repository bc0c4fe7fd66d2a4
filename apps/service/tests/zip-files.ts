import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

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
