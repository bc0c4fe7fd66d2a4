import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Undefined where there is none, or nothing in it. */
export async function readKept(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim() || undefined,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
}

/** A file that only we may read; it is on the disk whole, or not there. */
export async function writeKept(file: string, text: string): Promise<void> {
  const part = await open(`${file}.part`, 'w', 0o600);
  try {
    await part.writeFile(text);
    await part.sync();
  } finally {
    await part.close();
  }
  await rename(`${file}.part`, file);
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
