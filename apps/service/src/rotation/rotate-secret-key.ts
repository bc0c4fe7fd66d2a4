import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, escapeIdentifier } from 'pg';
import { SEALED_COLUMNS, type SealPurpose, seal, sealingKey, unseal } from '../platform/seal.ts';
import type { Config } from '../settings/config.ts';
import { openAlone } from './open-alone.ts';

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>;

export interface Rotated {
  /** How many secrets were sealed anew, by what they are for. */
  sealed: Record<string, number>;
  /** Where the new key is: in the file, or with who gave it. */
  keptIn: string;
}

/**
 * Seals everything anew with another secret key: with `next`, or with a new one in the file of the old. It may be ended at
 * any moment and be called again: the new key is on the disk before anything is sealed with it, all is sealed in one
 * transaction, and what the new key opens already is left as it is.
 */
export async function rotateSecretKey(
  config: Where,
  next: string | undefined,
): Promise<Rotated | { problem: string }> {
  await using opened = new AsyncDisposableStack();
  const client = await openAlone(config, opened);
  if ('problem' in client) return client;
  const file = join(config.dataDir, 'secret-key');
  const former = config.secretKey ?? (await readFile(file, 'utf8').catch(() => '')).trim();
  if (!former)
    return { problem: `There is no secret key: set SECRET_KEY, or DATA_DIR so that ${file} exists.` };
  if (config.secretKey && !next)
    return {
      problem:
        'SECRET_KEY is set, so give the next one in NEW_SECRET_KEY, such as of "openssl rand -hex 32".',
    };
  const beside = `${file}.next`;
  const latter = next ?? (await keptBeside(beside));
  const sealed = await sealAll(client, Buffer.from(former), Buffer.from(latter));
  if ('problem' in sealed) return sealed;
  if (next) return { ...sealed, keptIn: 'SECRET_KEY' };
  await rename(beside, file);
  return { ...sealed, keptIn: file };
}

/** A new key, on the disk; or that of a call that was ended. */
async function keptBeside(path: string): Promise<string> {
  if (existsSync(path)) {
    const text = (await readFile(path, 'utf8')).trim();
    // One that was not written to its end has sealed nothing.
    if (text.length === 64) return text;
  }
  const key = randomBytes(32).toString('hex');
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(key);
    await file.sync();
  } finally {
    await file.close();
  }
  return key;
}

async function sealAll(
  client: Client,
  former: Buffer,
  latter: Buffer,
): Promise<Pick<Rotated, 'sealed'> | { problem: string }> {
  const sealed: Record<string, number> = {};
  await client.query('begin');
  for (const purpose of Object.keys(SEALED_COLUMNS) as (keyof typeof SEALED_COLUMNS)[]) {
    const count = await sealColumn(client, purpose, [former, latter]);
    if (count === undefined) {
      await client.query('rollback');
      return {
        problem: `The ${purpose} were sealed with another key than this one. Nothing was changed: set the right SECRET_KEY.`,
      };
    }
    sealed[purpose] = count;
  }
  await client.query('commit');
  return { sealed };
}

/** How many were sealed anew; undefined when one opens by neither key. */
async function sealColumn(
  client: Client,
  purpose: SealPurpose & keyof typeof SEALED_COLUMNS,
  keys: readonly [Buffer, Buffer],
): Promise<number | undefined> {
  const { table, id, column } = SEALED_COLUMNS[purpose];
  const [former, latter] = keys.map((key) => sealingKey(key, purpose));
  if (!former || !latter) return undefined;
  const names = [id, column, table].map(escapeIdentifier);
  // What is no more is kept as nothing.
  const { rows } = await client.query<{ id: string; sealed: Buffer }>(
    `select ${names[0]} as id, ${names[1]} as sealed from ${names[2]} where length(${names[1]}) > 0 for update`,
  );
  let count = 0;
  for (const row of rows) {
    const text = unseal(former, row.sealed);
    if (text === undefined && unseal(latter, row.sealed) === undefined) return undefined;
    if (text === undefined) continue;
    await client.query(`update ${names[2]} set ${names[1]} = $2 where ${names[0]} = $1`, [
      row.id,
      seal(latter, text),
    ]);
    count++;
  }
  return count;
}
