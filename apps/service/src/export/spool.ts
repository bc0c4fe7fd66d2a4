import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Lines that are too many for memory, in a file that nobody else sees and that goes with its folder. */
export class Spool {
  readonly #path: string;
  readonly #file: WriteStream;
  #failure: Error | undefined;

  constructor(folder: string) {
    this.#path = join(folder, randomUUID());
    this.#file = createWriteStream(this.#path, { flags: 'wx', mode: 0o600 });
    this.#file.on('error', (error) => {
      this.#failure = error;
    });
  }

  async append(line: string): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#file.write(`${line}\n`)) return;
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        this.#file.off('drain', goOn).off('close', goOn);
        resolve();
      };
      this.#file.once('drain', goOn).once('close', goOn);
    });
  }

  /** All of them, in their order; nothing can be appended any more. */
  async *lines(): AsyncGenerator<string> {
    await new Promise((resolve) => this.#file.end(resolve));
    if (this.#failure) throw this.#failure;
    yield* createInterface({ input: createReadStream(this.#path), crlfDelay: Number.POSITIVE_INFINITY });
  }

  close(): void {
    this.#file.destroy();
  }
}

/** Gives a folder for spools, and removes it with all that is in it. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'pappel-export-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
