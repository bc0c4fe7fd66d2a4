import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';

/** A file of a backup, as it lies there: sealed. */
export interface SealedFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** The key of one backup: what is sealed to `recipient` is opened by `identity`. */
export interface BackupKey {
  identity: string;
  recipient: string;
}

export async function newBackupKey(): Promise<BackupKey> {
  const identity = await generateIdentity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Seals what comes into a new file, and answers what to hold it against. It is on the disk then. */
export async function sealInto(
  folder: string,
  name: string,
  source: Readable,
  recipient: string,
): Promise<SealedFile> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const sealed = await encrypter.encrypt(Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>);
  const measure = measuring();
  const file = await open(join(folder, name), 'wx', 0o600);
  try {
    await pipeline(Readable.fromWeb(sealed as ReadableStream), measure.through, async (chunks) => {
      for await (const chunk of chunks) await file.writeFile(chunk);
    });
    await file.sync();
  } finally {
    await file.close();
  }
  return { name, ...measure.result() };
}

/** What was sealed, as it comes. Damage shows as an error on the way. */
export async function openSealed(folder: string, name: string, identity: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const sealed = Readable.toWeb(createReadStream(join(folder, name)));
  const opened = await decrypter.decrypt(sealed as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(opened as ReadableStream);
}

/** What lies there now, or undefined when there is nothing that can be read. */
export async function measureFile(folder: string, name: string): Promise<SealedFile | undefined> {
  const measure = measuring();
  try {
    await pipeline(createReadStream(join(folder, name)), measure.through, async (chunks) => {
      for await (const _ of chunks);
    });
  } catch {
    return undefined;
  }
  return { name, ...measure.result() };
}

function measuring() {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

const DIGEST = /^# manifest-sha256: ([0-9a-f]{64})$/m;
const IDENTITY = /^AGE-SECRET-KEY-1[A-Z0-9]+$/m;

/**
 * The key and the digest of the manifest under the passphrase, in the form of age's own key files: `age -d` opens it, and
 * `age -d -i` of what it prints opens every other file.
 */
export async function lockKey(
  key: BackupKey,
  manifestSha256: string,
  passphrase: string,
): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(`# Pappel backup\n# manifest-sha256: ${manifestSha256}\n${key.identity}\n`);
}

/** Undefined when the passphrase does not open it. */
export async function unlockKey(
  locked: Uint8Array,
  passphrase: string,
): Promise<{ identity: string; manifestSha256: string } | undefined> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const text = await decrypter.decrypt(locked, 'text').catch(() => '');
  const [, manifestSha256] = DIGEST.exec(text) ?? [];
  const [identity] = IDENTITY.exec(text) ?? [];
  return identity && manifestSha256 ? { identity, manifestSha256 } : undefined;
}
