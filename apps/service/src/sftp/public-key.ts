import ssh2, { type ParsedKey } from 'ssh2';
import { invalidField } from '../platform/errors.ts';
import { fingerprintOf } from './host-keys.ts';

const { utils } = ssh2;

const MOST_KEYS = 5;
const SHORTEST_RSA_BITS = 2048;
const TYPES = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa'];

/** The keys that a customer sent, one a line as in authorized_keys; each as `type base64`, without its comment. */
export function readPublicKeys(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const keys = [...new Set(lines.filter((line) => line !== '').map(readPublicKey))];
  if (keys.length === 0 || keys.length > MOST_KEYS)
    throw invalidField('publicKey', `must hold 1 to ${MOST_KEYS} keys, one a line`);
  return keys;
}

function readPublicKey(line: string): string {
  const key = parsed(line);
  if (!key || key.isPrivateKey() || !TYPES.includes(key.type))
    throw invalidField('publicKey', 'must be an Ed25519, ECDSA or RSA public key as in id_ed25519.pub');
  const blob = key.getPublicSSH();
  if (key.type === 'ssh-rsa' && rsaBits(blob) < SHORTEST_RSA_BITS)
    throw invalidField('publicKey', `is an RSA key of under ${SHORTEST_RSA_BITS} bits; make an Ed25519 key`);
  return `${key.type} ${blob.toString('base64')}`;
}

/** The stored key that a client presents, if it is one of them. */
export function presentedKey(stored: readonly string[], blob: Buffer): ParsedKey | undefined {
  const line = stored.find((one) => blobOf(one).equals(blob));
  return line === undefined ? undefined : parsed(line);
}

export const keyFingerprint = (stored: string): string => fingerprintOf(blobOf(stored));

const blobOf = (stored: string): Buffer => Buffer.from(stored.split(' ')[1] ?? '', 'base64');

function parsed(line: string): ParsedKey | undefined {
  try {
    const key = utils.parseKey(line);
    return key instanceof Error || Array.isArray(key) ? undefined : key;
  } catch {
    return undefined;
  }
}

/** Of the modulus, the third string of the blob [RFC 4253 6.6]. */
function rsaBits(blob: Buffer): number {
  let at = 0;
  let length = 0;
  for (let field = 0; field < 3; field++) {
    at += length;
    length = blob.readUInt32BE(at);
    at += 4;
  }
  const modulus = blob.subarray(at, at + length);
  return modulus.length === 0 ? 0 : BigInt(`0x${modulus.toString('hex')}`).toString(2).length;
}
