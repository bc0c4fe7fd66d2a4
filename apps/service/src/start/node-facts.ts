import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyMaterial } from '@pappel/pki/key-material';
import type { RuleBookOptions } from '@pappel/validation/rule-book';
import type { S3Options } from '../platform/payload-s3.ts';
import type { NodeFacts } from './join-nodes.ts';

interface Installation {
  seat: string;
  accessPoint: KeyMaterial;
  smp: KeyMaterial;
  secretKey: Uint8Array;
  rules: RuleBookOptions;
  s3: S3Options | undefined;
  payloadDir: string;
}

/** What this node has in common with others, or should. */
export async function nodeFacts(one: Installation): Promise<NodeFacts> {
  return {
    seat: one.seat,
    accessPointKey: one.accessPoint.certificate.fingerprint,
    smpKey: one.smp.certificate.fingerprint,
    secretKey: digest('node fact', one.secretKey),
    rules: await rulesRelease(one.rules),
    payloads: one.s3
      ? `s3 ${one.s3.endpoint ?? one.s3.region} ${one.s3.bucket}`
      : await directoryId(one.payloadDir),
  };
}

const digest = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 32);
};

const PACKAGE = join(import.meta.dirname, '../../package.json');

/** Built-in rules are those of the version; installed ones are told by the names and sizes of their files. */
async function rulesRelease({ source, folder }: RuleBookOptions): Promise<string> {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
  if (source === 'builtin' || !folder) return `builtin ${version}`;
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = await Promise.all(
    names.sort().map(async (name) => {
      const { size } = await stat(join(folder, name));
      return `${name} ${size}`;
    }),
  );
  return `${source} ${version} ${digest(...files)}`;
}

/** A folder is the same one wherever it is mounted if it says so. */
async function directoryId(dir: string): Promise<string> {
  const file = join(dir, 'store-id');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(file, randomUUID(), { flag: 'wx' }).catch(() => undefined);
  return `folder ${(await readFile(file, 'utf8')).trim()}`;
}
