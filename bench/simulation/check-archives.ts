import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyExport } from '../../apps/service/src/export/verify.ts';
import { must } from './broken.ts';

/** Of a document in an archive. */
const DOCUMENT = /^payloads\/(.+)\.xml$/;

/** What was archived, by the files alone: each is read once, as a whole. */
export class Archives {
  readonly #folder: string;
  readonly #read = new Set<string>();
  readonly #documents = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What is removed was written before, and found whole. */
  async mustHold(removed: readonly string[]): Promise<void> {
    if (removed.length === 0) return;
    await this.#readNew();
    const lost = removed.filter((id) => !this.#documents.has(id));
    must(lost.length === 0, () => `removed, and in no whole archive: ${lost.join(', ')}`);
  }

  async #readNew(): Promise<void> {
    const names = await readdir(this.#folder, { recursive: true }).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.zip') && !this.#read.has(one))) {
      const { paths, problems } = await verifyExport(join(this.#folder, name));
      must(problems.length === 0, () => `the archive ${name} is not whole: ${problems.join('; ')}`);
      this.#read.add(name);
      for (const path of paths) {
        const [, id] = DOCUMENT.exec(path) ?? [];
        if (id) this.#documents.add(id);
      }
    }
  }
}
