import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CRLReasons } from '@peculiar/asn1-x509';
import type { CaName } from './local-ca.ts';

export type RevocationReason = keyof typeof CRLReasons;

export interface RevokedEntry {
  /** Hexadecimal, as it is encoded. */
  serialNumber: string;
  since: Date;
  reason: CRLReasons;
}

/**
 * Which certificates were revoked: a file for each, so that every process of the local network may add one while another
 * reads, and none is lost.
 */
export class RevocationLedger {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = join(dir, 'revoked');
  }

  async add(ca: CaName, serialNumber: string, since: Date, reason: RevocationReason): Promise<void> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    const file = join(this.#dir, `${ca}-${serialNumber.toLowerCase()}.json`);
    const beside = `${file}.${randomBytes(6).toString('hex')}.part`;
    await writeFile(beside, JSON.stringify({ since, reason }), { mode: 0o600, flag: 'wx', flush: true });
    await rename(beside, file);
  }

  async of(ca: CaName): Promise<RevokedEntry[]> {
    const names = await readdir(this.#dir).catch(() => []);
    const serials = names.flatMap((name) => /^([a-z]+)-([0-9a-f]+)\.json$/.exec(name)?.slice(1) ?? []);
    const own = serials.filter((_, index) => index % 2 === 1 && serials[index - 1] === ca);
    return Promise.all(
      own.map(async (serialNumber) => {
        const text = await readFile(join(this.#dir, `${ca}-${serialNumber}.json`), 'utf8');
        const { since, reason } = JSON.parse(text) as { since: string; reason: RevocationReason };
        return { serialNumber, since: new Date(since), reason: CRLReasons[reason] };
      }),
    );
  }
}
