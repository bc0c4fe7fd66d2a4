import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSeatId, type SeatId } from '@pappel/peppol-ids/seat-id';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import { DAY_MS, type IssuedKey } from '../local-ca.ts';
import type { LocalPki } from '../local-pki.ts';

/** Everything of the far side has this seat; its digits are its address as a provider. */
export const FAR_SEAT = 'POP900001';

interface Kept {
  accessPoint: IssuedKey;
  expired: IssuedKey;
  revoked: IssuedKey;
  smp: IssuedKey;
}

export interface FarKeys {
  seat: SeatId;
  accessPoint: KeyMaterial;
  expired: KeyMaterial;
  revoked: KeyMaterial;
  smp: KeyMaterial;
  /** The SMP's again, as TLS towards the SML wants it. */
  smpPem: { key: string; cert: string };
}

const fileIn = (networkDir: string): string => join(networkDir, 'far-side.json');

/** Those of a network whose far side runs elsewhere; undefined when it never had one. */
export async function readFarKeys(networkDir: string): Promise<FarKeys | undefined> {
  const file = fileIn(networkDir);
  return existsSync(file) ? usable(JSON.parse(await readFile(file, 'utf8')) as Kept) : undefined;
}

/** The same, made at the first time. */
export async function keepFarKeys(networkDir: string, pki: LocalPki): Promise<FarKeys> {
  const kept = await readFarKeys(networkDir);
  if (kept) return kept;
  const now = Date.now();
  const [accessPoint, expired, revoked, smp] = await Promise.all([
    pki.issueAccessPoint(FAR_SEAT),
    pki.issueAccessPoint(FAR_SEAT, { from: new Date(now - 731 * DAY_MS), to: new Date(now - DAY_MS) }),
    pki.issueAccessPoint(FAR_SEAT),
    pki.issueSmp(FAR_SEAT),
  ]);
  await pki.revoke(revoked.certificatePem, { reason: 'keyCompromise' });
  const made: Kept = { accessPoint, expired, revoked, smp };
  await mkdir(networkDir, { recursive: true });
  const file = fileIn(networkDir);
  await writeFile(`${file}.part`, JSON.stringify(made, null, 2), { mode: 0o600 });
  await rename(`${file}.part`, file);
  return usable(made);
}

function usable({ accessPoint, expired, revoked, smp }: Kept): FarKeys {
  const seat = parseSeatId(FAR_SEAT);
  if (!seat) throw new Error(`${FAR_SEAT} is no seat`);
  return {
    seat,
    accessPoint: material(accessPoint),
    expired: material(expired),
    revoked: material(revoked),
    smp: material(smp),
    smpPem: { key: smp.keyPem, cert: smp.certificatePem },
  };
}

function material(key: IssuedKey): KeyMaterial {
  const read = readKeyMaterial(key);
  if ('problem' in read)
    throw new Error(
      `far-side.json: ${read.problem}. Remove the folder of the local network to make a new one.`,
    );
  return read;
}
