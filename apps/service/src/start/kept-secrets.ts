import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Db } from '../platform/db/database.ts';
import { newSecret } from '../platform/secret.ts';
import { ConfigError } from '../settings/config.ts';
import { InstallationSecrets, openSecretKey } from './installation-secrets.ts';
import { readKept, writeKept } from './kept-file.ts';

/** What is set by the environment stands nowhere else. */
interface Given {
  dataDir: string;
  secretKey: string | undefined;
  bootstrapToken: string | undefined;
  operatorToken: string | undefined;
}

export interface KeptSecrets {
  secretKey: Buffer;
  bootstrapToken: string;
  operatorToken: string;
  /** Where what is made later is kept. */
  installation: InstallationSecrets;
}

const TOKENS = { 'bootstrap-token': 'pbt_', 'operator-token': 'pop_' } as const;
type TokenName = keyof typeof TOKENS;
const NODE_ID = 'node-id';

/**
 * What is made once for an installation. It stands in PostgreSQL, sealed, so that it is the same on all nodes; the data
 * directory has copies, for people and commands to read. What a folder of a former version holds is taken over. Throws with
 * what is wrong with the secret key.
 */
export async function keptSecrets(db: Db, config: Given): Promise<KeptSecrets> {
  const secretKey = await secretKeyOf(db, config);
  const installation = new InstallationSecrets(db, secretKey);
  const token = (name: TokenName) => keptToken(installation, config.dataDir, name);
  return {
    secretKey,
    bootstrapToken: config.bootstrapToken ?? (await token('bootstrap-token')),
    operatorToken: config.operatorToken ?? (await token('operator-token')),
    installation,
  };
}

/**
 * The name of this process among all that ever ran. The folder's own stands in it last: who finds it finds the rest. Each
 * process of a node has one of its own.
 */
export function keptNodeId(dataDir: string, process: number): Promise<string> {
  return keptAlone(join(dataDir, process === 1 ? NODE_ID : `${NODE_ID}-${process}`), randomUUID);
}

/** That of the process which has the folder; empty before its first start. */
export const knownNodeId = async (dataDir: string): Promise<string> =>
  (await readKept(join(dataDir, NODE_ID))) ?? '';

async function secretKeyOf(db: Db, { dataDir, secretKey }: Given): Promise<Buffer> {
  const file = join(dataDir, 'secret-key');
  const opened = await openSecretKey(db, {
    own: async () => secretKey ?? readKept(file),
    make: () => keptAlone(file, () => randomBytes(32).toString('hex')),
  });
  if (!('problem' in opened)) return opened;
  const next =
    'Set SECRET_KEY to that of its other nodes, or of before; the first one has it in DATA_DIR/secret-key.';
  if (opened.problem === 'missing')
    throw new ConfigError(
      `SECRET_KEY is missing: what this installation keeps in its database is sealed with it. ${next}`,
    );
  const ours = secretKey === undefined ? file : 'SECRET_KEY';
  throw new ConfigError(
    `${ours} is another one than that with which this installation has sealed what it keeps in its database. ${next}`,
  );
}

/** Who removed it from a folder that was in use before wants another one. */
async function keptToken(
  installation: InstallationSecrets,
  dataDir: string,
  name: TokenName,
): Promise<string> {
  const file = join(dataDir, name);
  const copy = await readKept(file);
  const isRemoved = copy === undefined && (await knownNodeId(dataDir)) !== '';
  const token = isRemoved
    ? await replaced(installation, name)
    : await installation.keep(name, async () => copy ?? newSecret(TOKENS[name]));
  if (token !== copy) await writeKept(file, token);
  return token;
}

async function replaced(installation: InstallationSecrets, name: TokenName): Promise<string> {
  const token = newSecret(TOKENS[name]);
  await installation.replace(name, token);
  return token;
}

/** A value made once and kept in a file of this folder alone. */
async function keptAlone(file: string, make: () => string): Promise<string> {
  const kept = await readKept(file);
  if (kept !== undefined) return kept;
  const value = make();
  await writeKept(file, value);
  return value;
}
