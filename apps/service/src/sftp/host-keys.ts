import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import ssh2 from 'ssh2';
import type { Db } from '../platform/db/database.ts';
import { seal, sealingKey, unseal } from '../platform/seal.ts';

const { utils } = ssh2;

type Algorithm = 'ssh-ed25519' | 'ssh-rsa';

/** RSA is for programs too old for Ed25519. */
const ALGORITHMS: readonly Algorithm[] = ['ssh-ed25519', 'ssh-rsa'];

export interface HostKeys {
  /** In the form that ssh2 reads. */
  privateKeys: string[];
}

const generateKeyPair = promisify<'ed25519' | 'rsa', object, KeyPair>((type, options, done) =>
  type === 'rsa'
    ? utils.generateKeyPair('rsa', options as { bits: number }, (error, keys) => done(error, keys))
    : utils.generateKeyPair('ed25519', (error, keys) => done(error, keys)),
);

/**
 * The keys by which customers know this installation: made once, by whichever node comes first, and the same on all. A
 * problem when they were sealed with another secret key than ours.
 */
export async function openHostKeys(db: Db, secretKey: Buffer): Promise<HostKeys | { problem: string }> {
  const key = sealingKey(secretKey, 'sftp host keys');
  const privateKeys: string[] = [];
  for (const algorithm of ALGORITHMS) {
    const sealed = (await storedKey(db, algorithm)) ?? (await makeKey(db, key, algorithm));
    const opened = unseal(key, sealed);
    if (opened === undefined)
      return {
        problem:
          'the SFTP host keys were sealed with another SECRET_KEY; set that of the other nodes, or of before, here too',
      };
    privateKeys.push(opened);
  }
  return { privateKeys };
}

async function storedKey(db: Db, algorithm: Algorithm): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('sftp_host_keys')
    .where('algorithm', '=', algorithm)
    .select('sealed_key')
    .executeTakeFirst();
  return row?.sealed_key;
}

interface KeyPair {
  public: string;
  private: string;
}

const MOST_TRIES = 20;

/** One Ed25519 key in some three hundred that ssh2 writes it cannot read again, and kept, it would end every start. */
export async function readableKey(generate: () => Promise<KeyPair>): Promise<KeyPair> {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const pair = await generate();
    if (!(utils.parseKey(pair.private) instanceof Error)) return pair;
  }
  throw new Error(`None of ${MOST_TRIES} new host keys can be read.`);
}

/** Of two nodes that start at once, the first to write wins, and both show its key. */
async function makeKey(db: Db, key: Buffer, algorithm: Algorithm): Promise<Buffer> {
  const pair = await readableKey(() =>
    algorithm === 'ssh-rsa' ? generateKeyPair('rsa', { bits: 3072 }) : generateKeyPair('ed25519', {}),
  );
  const sealed = seal(key, pair.private);
  await db
    .insertInto('sftp_host_keys')
    .values({ algorithm, public_key: pair.public, sealed_key: sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await storedKey(db, algorithm)) ?? sealed;
}

/** What customers compare at their first connection; undefined before any node opened SFTP. */
export async function hostKeyFingerprint(
  db: Db,
): Promise<{ algorithm: string; fingerprint: string } | undefined> {
  const row = await db
    .selectFrom('sftp_host_keys')
    .where('algorithm', '=', 'ssh-ed25519')
    .select(['algorithm', 'public_key'])
    .executeTakeFirst();
  const blob = row?.public_key.split(' ')[1];
  return row && blob
    ? { algorithm: row.algorithm, fingerprint: fingerprintOf(Buffer.from(blob, 'base64')) }
    : undefined;
}

/** As ssh-keygen prints it. */
export const fingerprintOf = (publicKey: Buffer): string =>
  `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`;
