import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { KEY, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { measureFile, openSealed, unlockKey } from './sealed-file.ts';

/** A backup that is whole: every file is as it was written. */
export interface Backup {
  manifest: Manifest;
  /** A file of it, opened. */
  read(name: string): Promise<Readable>;
}

/** Opens a backup after holding each of its files against its checksum, and those against the passphrase. */
export async function openBackup(folder: string, passphrase: string): Promise<Backup | { problem: string }> {
  const reading = await readManifest(folder);
  if ('problem' in reading) return reading;
  const { manifest, sha256 } = reading;
  const locked = await readFile(join(folder, KEY)).catch(() => undefined);
  if (!locked)
    return { problem: `${join(folder, KEY)} is missing: the backup is damaged. Take another one.` };
  const key = await unlockKey(locked, passphrase);
  if (!key)
    return {
      problem: `The passphrase does not open ${join(folder, KEY)}. Give the one that it was made with.`,
    };
  if (key.manifestSha256 !== sha256)
    return {
      problem: `${join(folder, MANIFEST)} is not what was written: the backup is damaged. Take another one.`,
    };
  for (const { name, bytes, sha256: expected } of manifest.files) {
    const found = await measureFile(folder, name);
    if (found?.bytes !== bytes || found.sha256 !== expected)
      return {
        problem: `${join(folder, name)} is not what was written: the backup is damaged. Take another one.`,
      };
  }
  return { manifest, read: (name) => openSealed(folder, name, key.identity) };
}
