import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from '../platform/secret.ts';

/** What is set by the environment stands nowhere else. */
interface Given {
  dataDir: string;
  secretKey: string | undefined;
  bootstrapToken: string | undefined;
  operatorToken: string | undefined;
}

export type KeptSecrets = Awaited<ReturnType<typeof keptSecrets>>;

/** What is made once and stands in the data directory; each process of a node has an id of its own. */
export async function keptSecrets(config: Given, process: number) {
  const file = (name: string): string => join(config.dataDir, name);
  return {
    secretKey: await secretKey(config),
    nodeId: await kept(file(process === 1 ? 'node-id' : `node-id-${process}`), randomUUID),
    bootstrapToken: config.bootstrapToken ?? (await kept(file('bootstrap-token'), () => newSecret('pbt_'))),
    operatorToken: config.operatorToken ?? (await kept(file('operator-token'), () => newSecret('pop_'))),
  };
}

async function secretKey(config: Given): Promise<Buffer> {
  const text =
    config.secretKey ??
    (await kept(join(config.dataDir, 'secret-key'), () => randomBytes(32).toString('hex')));
  return Buffer.from(text);
}

/** A value made once and kept in a file that only we may read. */
async function kept(file: string, make: () => string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const value = make();
  await writeFile(`${file}.part`, value, { mode: 0o600 });
  await rename(`${file}.part`, file);
  return value;
}
