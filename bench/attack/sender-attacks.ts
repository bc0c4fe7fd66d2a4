import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { OutgoingMessage } from '@pappel/as4/build-request';
import { CORNERS } from '../../packages/as4/tests/exchange.ts';
import { foreignMessage } from '../../packages/as4/tests/foreign-sender.ts';
import { type Attack, attack } from './attack.ts';
import { type Installation, OUR_SENDER } from './installation.ts';
import { found, replaced } from './replaced.ts';
import { as4Body, INVOICE, message, participant, send } from './senders.ts';
import { filling } from './soap-attacks.ts';

const MIB = 1_048_576;

async function sending(target: Installation, outgoing: OutgoingMessage) {
  const { contentType, body } = await as4Body(target, outgoing);
  return { bytes: body.length, strike: () => send(target, target.as4Url, { contentType, body }) };
}

const documentAttack = (name: string, document: () => string | Uint8Array): Attack =>
  attack(`sender-${name}`, (target) => sending(target, message(target, Buffer.from(document()))));
const envelopeAttack = (name: string, alter: (envelope: string) => string): Attack =>
  attack(`sender-${name}`, async (target) => {
    const outgoing = message(target, INVOICE);
    const envelope = alter(Buffer.concat([...outgoing.payload]).toString());
    return sending(target, { ...outgoing, payload: [Buffer.from(envelope)] });
  });
const headerAttack = (name: string, changes: () => Partial<OutgoingMessage>): Attack =>
  attack(`sender-${name}`, (target) => sending(target, message(target, INVOICE, changes())));

const invoice = INVOICE.toString();
const lastLine = invoice.lastIndexOf('</');
const root = found(invoice, /<(?:\w+:)?Invoice[^>]*>/);
const filled = (text: string): string => invoice.slice(0, lastLine) + text + invoice.slice(lastLine);
const scope = (i: number): string =>
  `<sh:Scope><sh:Type>T${i}</sh:Type><sh:InstanceIdentifier>${i}</sh:InstanceIdentifier></sh:Scope>`;
const inScopes = (xml: string) => (envelope: string) =>
  replaced(envelope, '<sh:BusinessScope>', `<sh:BusinessScope>${xml}`);

/** What an access point of the network can do to another: everything is signed, encrypted and addressed as it should be. */
export const SENDER_ATTACKS: Attack[] = [
  documentAttack('elements-35-kb', () => filled(filling('<x/>', 4.8 * MIB))),
  documentAttack('elements-40-mib', () => filled(filling('<x/>', 39 * MIB))),
  documentAttack('text-40-mib', () => filled(`<x>${filling('a ', 39 * MIB)}</x>`)),
  documentAttack('findings', () => filled(filling('<cbc:ID>x</cbc:ID>\n', 8 * MIB))),
  documentAttack('lines', () => {
    const line = found(invoice, /<cac:InvoiceLine>.*?<\/cac:InvoiceLine>/s);
    return filled(filling(line, 39 * MIB));
  }),
  documentAttack('number-huge', () =>
    replaced(invoice, /<cbc:ID>[^<]*/, `<cbc:ID>${filling('9', 30 * MIB)}`),
  ),
  documentAttack('declarations', () =>
    replaced(invoice, root, `${root}${filling('<a xmlns:b="urn:c"/>', 8 * MIB)}`),
  ),
  documentAttack('deep', () => filled(filling('<x>', MIB))),
  documentAttack('zeros', () => Buffer.alloc(39 * MIB)),
  envelopeAttack('scopes', inScopes(Array.from({ length: 200_000 }, (_, i) => scope(i)).join(''))),
  envelopeAttack('scope-text', inScopes(replaced(scope(1), 'T1', filling('&#65;', 30 * MIB)))),
  envelopeAttack('instance-id-huge', (envelope) =>
    replaced(envelope, '<sh:InstanceIdentifier>', `<sh:InstanceIdentifier>${filling('i', 4 * MIB)}`),
  ),
  headerAttack('conversation-id-huge', () => ({ conversationId: filling('c', 2 * MIB) })),
  attack('sender-gzip-bomb', (target) => sendingGzip(target, () => gzipSync(Buffer.alloc(400 * MIB, 0x20)))),
  attack('sender-gzip-ratio', (target) =>
    sendingGzip(target, () => gzipSync(Buffer.alloc(41 * MIB, '<x/>'), { level: 9 })),
  ),
  attack('sender-gzip-members', (target) =>
    sendingGzip(target, () => {
      const member = gzipSync('');
      return Buffer.alloc(Math.floor((20 * MIB) / member.length) * member.length, member);
    }),
  ),
  attack('sender-many-expanding', async (target) => {
    // Thirty megabytes in a message of two hundred kilobytes: as much as is taken for a document.
    const noise = randomBytes(120_000).toString('base64');
    const document = Buffer.from(filled(`<x>${noise}${filling('a ', 25 * MIB)}</x>`));
    const gzip = () => gzipSync(Buffer.concat([...message(target, document).payload]));
    const blows = await Promise.all(Array.from({ length: 20 }, () => sendingGzip(target, gzip)));
    return {
      bytes: blows.reduce((sum, { bytes }) => sum + bytes, 0),
      strike: async () => {
        const answers = await Promise.all(blows.map(({ strike }) => strike()));
        return `${answers.length} answers, such as ${answers[0]} and ${answers.at(-1)}`;
      },
    };
  }),
  attack('sender-many-at-once', async (target) => {
    const document = Buffer.from(filled(filling('<x/>', MIB)));
    const bodies = await Promise.all(
      Array.from({ length: 40 }, () => as4Body(target, message(target, document))),
    );
    return {
      bytes: bodies.reduce((sum, { body }) => sum + body.length, 0),
      strike: async () => {
        const answers = await Promise.all(bodies.map((body) => send(target, target.as4Url, body)));
        return `${answers.length} answers, such as ${answers[0]}`;
      },
    };
  }),
];

/** Sent by whom the envelope inside says, to whom both say, and like no other message. */
const messaging = (xml: string): string =>
  [
    [CORNERS.originalSender, participant(OUR_SENDER)],
    ['m-7@foreign', `${randomUUID()}@attack`],
  ].reduce((written, [what = '', by = '']) => replaced(written, what, by), xml);

/** Other bytes than a writer of ours would ever compress to. */
async function sendingGzip({ attacker, certificate, ...target }: Installation, bytes: () => Uint8Array) {
  const receiver = { ...attacker, certificate };
  const { contentType, body } = foreignMessage(attacker, receiver, { gzip: bytes(), messaging });
  const strike = () => send({ attacker, certificate, ...target }, target.as4Url, { contentType, body });
  return { bytes: body.length, strike };
}
