import { sql } from 'kysely';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import type { InstallationSecret } from '../platform/db/installation-tables.ts';
import { lock } from '../platform/db/locks.ts';
import { seal, sealingKey, unseal } from '../platform/seal.ts';

/** What is sealed under `secret-key`. */
const PROOF = 'the key of this installation';

/** How a node comes by its secret key. */
export interface SecretKeySource {
  /** Where it has one. */
  own: () => Promise<string | undefined>;
  /** For an installation that has sealed nothing yet; it must be on the disk when it is answered. */
  make: () => Promise<string>;
}

/** The secret key, if it is that of this installation; made by the first node that comes without one. */
export function openSecretKey(
  db: Db,
  { own, make }: SecretKeySource,
): Promise<Buffer | { problem: 'missing' | 'different' }> {
  return transaction(db, async (tx) => {
    await lock(tx, 'installationSecrets');
    const proof = await sealedOf(tx, 'secret-key');
    const text = (await own()) ?? (proof ? undefined : await make());
    if (text === undefined) return { problem: 'missing' };
    const secretKey = Buffer.from(text);
    const key = keyOf(secretKey);
    if (!proof) await put(tx, 'secret-key', seal(key, PROOF));
    else if (unseal(key, proof) === undefined) return { problem: 'different' };
    return secretKey;
  });
}

/** What all nodes of an installation have in common and nobody gave them. */
export class InstallationSecrets {
  readonly #db: Db;
  readonly #key: Buffer;

  constructor(db: Db, secretKey: Buffer) {
    this.#db = db;
    this.#key = keyOf(secretKey);
  }

  /** The one that there is, or else a new one: of two nodes that come at once the second gets that of the first. */
  keep(name: InstallationSecret, make: () => Promise<string>): Promise<string> {
    return transaction(this.#db, async (tx) => {
      await lock(tx, 'installationSecrets');
      const kept = await this.#read(tx, name);
      if (kept !== undefined) return kept;
      const made = await make();
      await put(tx, name, seal(this.#key, made));
      return made;
    });
  }

  /** Nodes that run go on with the former one until they are started again. */
  replace(name: InstallationSecret, text: string): Promise<void> {
    return transaction(this.#db, async (tx) => {
      await lock(tx, 'installationSecrets');
      if ((await this.#read(tx, name)) !== text) await put(tx, name, seal(this.#key, text));
    });
  }

  async #read(tx: Tx, name: InstallationSecret): Promise<string | undefined> {
    const sealed = await sealedOf(tx, name);
    if (!sealed) return undefined;
    const text = unseal(this.#key, sealed);
    if (text === undefined) throw new Error(`The secret "${name}" of this installation was changed.`);
    return text;
  }
}

const keyOf = (secretKey: Buffer): Buffer => sealingKey(secretKey, 'installation secrets');

async function sealedOf(tx: Tx, name: InstallationSecret): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('installation_secrets')
    .where('name', '=', name)
    .select('sealed')
    .executeTakeFirst();
  return row?.sealed;
}

async function put(tx: Tx, name: InstallationSecret, sealed: Buffer): Promise<void> {
  await tx
    .insertInto('installation_secrets')
    .values({ name, sealed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed, made_at: sql<Date>`now()` }))
    .execute();
}
