import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { asNamedNow } from '../platform/db/migrate.ts';

export const MANIFEST = 'manifest.json';
export const KEY = 'key.age';
/** DATA_DIR without database and payloads, the settings, and the files that they name. */
export const FILES = 'files.tar.age';
/** Missing where payloads are in S3. */
export const PAYLOADS = 'payloads.tar.age';

const Table = Type.Object({
  schema: Type.String(),
  name: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Integer(),
  file: Type.String({ pattern: '^table-[a-z0-9_.-]+$' }),
});

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** The version of Pappel that wrote it. */
  release: Type.String(),
  /** The moment whose state it holds. */
  takenAt: Type.String(),
  migrations: Type.Array(Type.String()),
  tables: Type.Array(Table),
  partitions: Type.Array(Type.Object({ parent: Type.String(), name: Type.String(), bounds: Type.String() })),
  sequences: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  /** How many lie in the folder; or in which bucket they are instead. */
  payloads: Type.Union([Type.Object({ count: Type.Integer() }), Type.Object({ s3: Type.String() })]),
  files: Type.Array(
    Type.Object({
      name: Type.String({ pattern: '^[a-z0-9_.-]+$' }),
      bytes: Type.Integer(),
      sha256: Type.String(),
    }),
  ),
});

export type Manifest = Static<typeof Manifest>;
export type BackedUpTable = Static<typeof Table>;

export const printManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 1)}\n`;
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a backup says of itself, with the digest of that. */
export async function readManifest(
  folder: string,
): Promise<{ manifest: Manifest; sha256: string } | { problem: string }> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined)
    return { problem: `${folder} holds no backup: there is no ${MANIFEST}. Name another folder.` };
  const manifest = parse(text);
  if (!Value.Check(Manifest, manifest))
    return {
      problem: `${join(folder, MANIFEST)} cannot be read: it is damaged, or of a later version of Pappel.`,
    };
  const migrations = asNamedNow(manifest.migrations);
  return { manifest: { ...manifest, migrations }, sha256: digestOf(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
