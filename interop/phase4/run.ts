import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { notServiced } from '@pappel/as4/ebms-error';
import { receive } from '@pappel/as4/receive';
import { errorReply, receiptFor } from '@pappel/as4/reply';
import { sendUserMessage } from '@pappel/as4/send';
import { createAgent } from '@pappel/as4/transport';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { readAnchors } from '@pappel/pki/anchors';
import { readCertificates } from '@pappel/pki/certificate';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import { Trust } from '@pappel/pki/trust';
import { writeSbd } from '@pappel/sbdh/write';

const here = import.meta.dirname;
const scratch = join(here, '../../.scratch/phase4');
const peerPort = 18_802;

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('An identifier of this script is not valid');
  return value;
}
const type = known(aliasToType('invoice'));
const ours = known(parseParticipantId('0208:0848934496'));
const theirs = known(parseParticipantId('0192:991825827'));

/** Fetches phase4, compiles the peer, and answers the Java arguments to run it. */
function buildPeer(): string[] {
  mkdirSync(scratch, { recursive: true });
  const run = (command: string, ...args: string[]): void => {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  if (!existsSync(join(scratch, 'lib')))
    run('mvn', '-q', '-B', '-f', here, 'dependency:copy-dependencies', `-DoutputDirectory=${scratch}/lib`);
  const libraries = readdirSync(join(scratch, 'lib')).map((file) => join(scratch, 'lib', file));
  run('javac', '-cp', libraries.join(':'), '-d', join(scratch, 'out'), join(here, 'Peer.java'));
  return ['-cp', [join(scratch, 'out'), ...libraries].join(':'), 'Peer'];
}

async function makeKeys(): Promise<{ key: KeyMaterial; peer: KeyMaterial; trust: Trust }> {
  const pki = await openLocalPki(scratch);
  const material = async (seat: string, name: string): Promise<KeyMaterial> => {
    const issued = await pki.issueAccessPoint(seat);
    const file = join(scratch, name);
    writeFileSync(`${file}.pem`, `${issued.keyPem}\n${issued.certificatePem}`, { mode: 0o600 });
    const options = [
      '-in',
      `${file}.pem`,
      '-out',
      `${file}.p12`,
      '-name',
      'key',
      '-passout',
      'pass:changeit',
    ];
    execFileSync('openssl', ['pkcs12', '-export', ...options]);
    const read = readKeyMaterial(issued);
    if ('problem' in read) throw new Error(read.problem);
    return read;
  };
  const store = ['-keystore', join(scratch, 'trust.p12'), '-storetype', 'PKCS12', '-storepass', 'changeit'];
  for (const [index, certificate] of (readCertificates(pki.anchorsPem) ?? []).entries()) {
    writeFileSync(join(scratch, 'ca.der'), certificate.der);
    const alias = `${Date.now()}-${index}`;
    const args = ['-importcert', '-noprompt', '-alias', alias, '-file', join(scratch, 'ca.der'), ...store];
    execFileSync('keytool', args, { stdio: 'ignore' });
  }
  const anchors = readAnchors(pki.anchorsPem, 'local');
  if ('problem' in anchors) throw new Error(anchors.problem);
  const [key, peer] = [await material('POP000001', 'ours'), await material('POP000002', 'peer')];
  return { key, peer, trust: new Trust(anchors.anchors) };
}

function envelope(sender: typeof ours, receiver: typeof ours, lines: number): Uint8Array[] {
  const line = '<x a="1">Grüße &amp; so</x>';
  const invoice = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${line.repeat(lines)}</Invoice>`;
  const ids = { sender, receiver, ...type, instanceIdentifier: randomUUID() };
  return writeSbd({ ...ids, creationDateTime: new Date(), countryC1: 'BE' }, Buffer.from(invoice));
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const java = buildPeer();
const { key, peer, trust } = await makeKeys();
const failures: string[] = [];
function check(what: string, holds: boolean, seen: unknown): void {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${holds ? '' : `: ${JSON.stringify(seen)}`}`);
  if (!holds) failures.push(what);
}

// phase4 sends to us
let arrived = '';
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const contentType = request.headers['content-type'] ?? '';
  const result = await receive({ keys: [key], trust }, { contentType, body: Buffer.concat(chunks) });
  arrived = result.kind === 'received' ? sha256(result.payload) : result.error.description;
  const refusal = result.kind === 'refused' ? result : undefined;
  const reply =
    result.kind === 'received' && request.url !== '/refuse'
      ? await receiptFor(result, key)
      : await errorReply(refusal?.error ?? notServiced('not here'), refusal?.refToMessageId, key);
  response.writeHead(reply.httpStatus, { 'content-type': reply.contentType }).end(reply.body);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function phase4Sends(path: string, payload: Uint8Array): Promise<string[]> {
  writeFileSync(join(scratch, 'sbd.xml'), payload);
  const sender = spawn('java', [...java, 'send', scratch, url + path, join(scratch, 'sbd.xml')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const said: string[] = [];
  for await (const line of createInterface(sender.stdout))
    if (line.startsWith('PEER ')) said.push(line.slice(5));
  return said;
}
for (const [size, lines] of [
  ['small', 10],
  ['large', 200_000],
] as const) {
  const payload = Buffer.concat(envelope(theirs, ours, lines));
  const said = await phase4Sends('/as4', payload);
  check(`phase4 to us, ${size}: the envelope arrives byte for byte`, arrived === sha256(payload), arrived);
  check(
    `phase4 to us, ${size}: our receipt holds`,
    said.includes('digests equal') && said.includes('result SUCCESS'),
    said,
  );
}
const refused = await phase4Sends('/refuse', Buffer.concat(envelope(theirs, ours, 1)));
check('phase4 to us: our error is read', refused.includes('signal error=EBMS:0004'), refused);
server.close();

// We send to phase4
const receiver = spawn('java', [...java, 'serve', scratch, String(peerPort)], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
async function peerSays(beginning: string): Promise<string> {
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    if (line.value.startsWith(`PEER ${beginning}`)) return line.value;
  }
  return '';
}
await peerSays('serving');
const verdict = await trust.check(peer.certificate, 'access-point');
if (!verdict.trusted) throw new Error(verdict.detail);
const message = {
  endpointUrl: `http://127.0.0.1:${peerPort}/as4`,
  receiverCertificate: verdict.certificate,
  conversationId: randomUUID(),
  timestamp: new Date(),
  ...type,
  originalSender: ours,
  finalRecipient: theirs,
};
const dispatcher = createAgent();
for (const [size, count] of [
  ['small', 10],
  ['large', 200_000],
] as const) {
  const payload = envelope(ours, theirs, count);
  const messageId = `${randomUUID()}@POP000001`;
  const outcome = await sendUserMessage({ dispatcher, key, trust }, { ...message, messageId, payload });
  const seen = await peerSays('received');
  check(`We to phase4, ${size}: its receipt holds`, outcome.kind === 'receipt', outcome);
  check(`We to phase4, ${size}: decrypted and verified`, seen.includes('decrypted=true signed=true'), seen);
  check(`We to phase4, ${size}: byte for byte`, seen.includes(sha256(Buffer.concat(payload))), seen);
  const repeat = await sendUserMessage({ dispatcher, key, trust }, { ...message, messageId, payload });
  const detail = repeat.kind === 'ebms-error' ? (repeat.errors[0]?.detail ?? '') : repeat.kind;
  check(`We to phase4, ${size}: a repeat is recognised as one`, detail.includes('duplicate'), detail);
}
receiver.kill();
await dispatcher.close();
process.exitCode = failures.length === 0 ? 0 : 1;
