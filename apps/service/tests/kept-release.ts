import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpack } from '../src/backup/folder-archive.ts';

/** Installations of former versions, made by scripts/keep-release.ts. */
export const RELEASES = join(import.meta.dirname, 'releases');
export const RELEASE_PASSPHRASE = 'the passphrase of kept releases';

/** What is known of one. */
export interface KeptRelease {
  /** An API key of its customer. */
  key: string;
  /** A document of that customer, which TIMBER sent to FURNITURE. */
  sent: string;
}

/** Unpacks one; its backup is in `backup`, below the folder. */
export async function unpackRelease(file: string, folder: string): Promise<KeptRelease> {
  await unpack(createReadStream(join(RELEASES, file)), (name) => join(folder, name));
  return JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8'));
}
