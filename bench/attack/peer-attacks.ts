import { createPrivateKey } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { errorReply } from '@pappel/as4/reply';
import { readCertificate } from '@pappel/pki/certificate';
import { signedRedirectXml, signedServiceMetadataXml } from '@pappel/smp/write';
import { outcome } from './api-attacks.ts';
import { type Attack, attack } from './attack.ts';
import { type Answer, type HostilePeer, hostilePeer } from './hostile-peer.ts';
import { type Installation, OUR_SENDER } from './installation.ts';
import { found, replaced } from './replaced.ts';
import { BILLING, INVOICE, participant, withKey } from './senders.ts';
import { filling } from './soap-attacks.ts';

const MIB = 1_048_576;
let registered = 0;

/** Sends a document to a participant of the hostile peer and waits for what becomes of it. */
async function sendTo(target: Installation, receiver: string): Promise<string> {
  const sent = { sender: OUR_SENDER, receiver, type: 'invoice', payload: INVOICE.toString() };
  const answer = await fetch(`${target.api}/v1/messages`, {
    method: 'POST',
    headers: { ...withKey(target), 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  });
  const { id } = (await answer.json()) as { id?: string };
  return id === undefined ? String(answer.status) : outcome(target, id);
}

interface Prepared {
  bytes: number;
  answer: Answer;
}
type Prepare = (peer: HostilePeer, id: string, target: Installation) => Promise<Prepared> | Prepared;

const peerAttack = (name: string, prepare: Prepare): Attack =>
  attack(name, async (target) => {
    const peer = await hostilePeer(target);
    const id = `0088:attack-${++registered}`;
    await peer.register(id);
    const { bytes, answer } = await prepare(peer, id, target);
    peer.answers(answer);
    return { bytes, strike: () => sendTo(target, id) };
  });

const says = (text: string | Buffer, headers: Record<string, string> = {}): Prepared => ({
  bytes: text.length,
  answer: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml', ...headers });
    response.end(text);
  },
});

/** Writes for ever, as fast as it is read or a byte at a time. */
const endless = (piece: Buffer, everyMs: number): Answer => {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' });
    const write = (): void => {
      if (response.destroyed) return;
      if (response.write(piece)) setTimeout(write, everyMs).unref();
      else response.once('drain', write);
    };
    write();
  };
};

const smpKey = ({ smp }: HostilePeer) => ({
  privateKey: createPrivateKey(smp.keyPem),
  certificateDer: readCertificate(smp.certificatePem)?.der ?? new Uint8Array(),
});

/** What an honest SMP would say of the participant; its access point is the hostile peer. */
function metadata(peer: HostilePeer, id: string, certificateDer: Uint8Array): Promise<string> {
  const endpoint = {
    url: `${peer.url}/as4`,
    certificateDer,
    activation: new Date(Date.now() - 86_400_000),
    expiration: new Date(Date.now() + 86_400_000),
    contact: 'nobody@example.org',
  };
  const { documentTypeId, processId } = BILLING;
  return signedServiceMetadataXml(participant(id), documentTypeId, [processId], endpoint, smpKey(peer));
}

const METADATA_END = '</smp:SignedServiceMetadata>';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

const alteredMetadata = (name: string, alter: (xml: string) => string): Attack =>
  peerAttack(`smp-${name}`, async (peer, id, { attacker }) =>
    says(alter(await metadata(peer, id, attacker.certificate.der))),
  );

const SMP_ATTACKS: Attack[] = [
  peerAttack('smp-endless', () => ({ bytes: 2 * MIB, answer: endless(Buffer.alloc(65_536, 0x20), 0) })),
  peerAttack('smp-slow', () => ({ bytes: 100, answer: endless(Buffer.from(' '), 500) })),
  peerAttack('smp-silent', () => ({ bytes: 0, answer: () => undefined })),
  peerAttack('smp-gzip', () => says(gzipSync(Buffer.alloc(200 * MIB)), { 'content-encoding': 'gzip' })),
  peerAttack('smp-redirect', async (peer, id) => {
    const here = `${peer.url}/${id}`;
    return says(await signedRedirectXml(here, 'CN=nobody', smpKey(peer)));
  }),
  peerAttack('smp-http-redirect', (peer) => ({
    bytes: 0,
    answer: (_request, response: ServerResponse) =>
      response.writeHead(302, { location: `${peer.url}/again` }).end(),
  })),
  alteredMetadata('prefix-list', (xml) =>
    replaced(
      replaced(
        xml,
        `<ds:CanonicalizationMethod Algorithm="${C14N}">`,
        `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"><ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${filling('x ', 300_000)}"/>`,
      ),
      '</ds:SignedInfo>',
      `${filling('<ds:x/>', 300_000)}</ds:SignedInfo>`,
    ),
  ),
  alteredMetadata('references', (xml) => {
    const reference = found(xml, /<ds:Reference.*?<\/ds:Reference>/s);
    return replaced(xml, reference, filling(reference, 1.9 * MIB));
  }),
  alteredMetadata('namespaces', (xml) => {
    const declared = Array.from({ length: 200 }, (_, i) => ` xmlns:p${i}="urn:${i}"`).join('');
    const nested = `${`<x${declared}>`.repeat(60)}${filling('<y/>', 1.5 * MIB)}${'</x>'.repeat(60)}`;
    return replaced(xml, '</smp:ServiceInformation>', `${nested}</smp:ServiceInformation>`);
  }),
  alteredMetadata('elements', (xml) =>
    replaced(xml, METADATA_END, `${filling('<x/>', 1.9 * MIB)}${METADATA_END}`),
  ),
  alteredMetadata('endpoints', (xml) => {
    const endpoint = found(xml, /<smp:Endpoint .*?<\/smp:Endpoint>/s);
    return replaced(xml, endpoint, filling(endpoint, 1.9 * MIB));
  }),
  alteredMetadata('certificate', (xml) =>
    replaced(xml, /<smp:Certificate>[^<]*/, `<smp:Certificate>${filling('A ', 1.9 * MIB)}`),
  ),
  peerAttack('smp-signed-elements', async (peer, id) => {
    const contact = filling('&lt;', MIB);
    const xml = await metadata(peer, id, Buffer.from(contact));
    return says(xml);
  }),
  peerAttack('smp-ed25519', async (peer, id) => says(await metadata(peer, id, ED25519))),
];

/** A certificate whose key encrypts nothing. */
const ED25519 = Buffer.from(
  'MIIBPDCB76ADAgECAhR46OPG4BJxZevYqWXYGu1/KU94DjAFBgMrZXAwFDESMBAGA1UEAwwJUE9QNjY2NjY4MB4XDTI2MTEyMjA0MzQyNloXDTM2MTExOTA0MzQyNlowFDESMBAGA1UEAwwJUE9QNjY2NjY4MCowBQYDK2VwAyEAawoOBx9ZlWji/qVtN77rYKPTj1afLLbzHLT1jw4rQOmjUzBRMB0GA1UdDgQWBBQKWEmOloQh2KReLPMOBsSs8YnW5DAfBgNVHSMEGDAWgBQKWEmOloQh2KReLPMOBsSs8YnW5DAPBgNVHRMBAf8EBTADAQH/MAUGAytlcANBABoouKdIQtC2bNoRlbjc2wSfWeuEo4TDzMgJkSHZ0R1D7ED5ddjm2Qvh+XdaoPbuNLNHgRvAbzz7sUqqMln2ug4=',
  'base64',
);

/** What the access point says, where the SMP is honest about where it is. */
const receiverAttack = (name: string, prepare: Prepare): Attack =>
  peerAttack(`receiver-${name}`, async (peer, id, target) => {
    const xml = await metadata(peer, id, target.attacker.certificate.der);
    const { bytes, answer } = await prepare(peer, id, target);
    const honest = says(xml).answer;
    return {
      bytes,
      answer: (request, response, body) =>
        (request.method === 'POST' ? answer : honest)(request, response, body),
    };
  });

const soapError = async (target: Installation, description: string): Promise<string> => {
  const error = { code: 'EBMS:0004', severity: 'failure' as const, description };
  return Buffer.from((await errorReply(error, 'x', target.attacker)).body).toString();
};
const alteredError = (name: string, alter: (soap: string) => string): Attack =>
  receiverAttack(name, async (_peer, _id, target) => says(alter(await soapError(target, 'No.'))));

const RECEIVER_ATTACKS: Attack[] = [
  receiverAttack('endless', () => ({ bytes: 4 * MIB, answer: endless(Buffer.alloc(65_536, 0x20), 0) })),
  receiverAttack('slow', () => ({ bytes: 100, answer: endless(Buffer.from(' '), 500) })),
  receiverAttack('gzip', () => says(gzipSync(Buffer.alloc(400 * MIB)), { 'content-encoding': 'gzip' })),
  receiverAttack('not-xml', () => says(filling('{}', 3.9 * MIB))),
  receiverAttack('false-delimiters', () =>
    says(filling('\r\n--bx', 3.9 * MIB), { 'content-type': 'multipart/related; boundary=b' }),
  ),
  receiverAttack('error-text', async (_peer, _id, target) =>
    says(await soapError(target, filling('no ', 3.9 * MIB))),
  ),
  alteredError('errors', (soap) => {
    const error = found(soap, /<eb:Error .*?<\/eb:Error>/s);
    return replaced(soap, error, filling(error, 3.9 * MIB));
  }),
  alteredError('elements', (soap) =>
    replaced(soap, '</eb:Messaging>', `${filling('<a/>', 3.9 * MIB)}</eb:Messaging>`),
  ),
  alteredError('prefix-list', (soap) =>
    replaced(
      replaced(
        replaced(soap, /<eb:Error .*<\/eb:Error>/s, '<eb:Receipt/>'),
        `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}">`,
        `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"><ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${filling('x ', 200_000)}"/>`,
      ),
      '</ds:SignedInfo>',
      `${filling('<ds:x/>', 100_000)}</ds:SignedInfo>`,
    ),
  ),
  alteredError('fault', (soap) =>
    replaced(
      replaced(soap, /<env:Header>.*<\/env:Header>/s, '<env:Header></env:Header>'),
      '</env:Body>',
      `<env:Fault><env:Code><env:Value>${filling('a:', 2 * MIB)}</env:Value></env:Code></env:Fault></env:Body>`,
    ),
  ),
];

export const PEER_ATTACKS: Attack[] = [...SMP_ATTACKS, ...RECEIVER_ATTACKS];
