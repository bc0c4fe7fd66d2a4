import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { buildRequest } from '@pappel/as4/build-request';
import { readResponse, type SendOutcome } from '@pappel/as4/read-response';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Certificate } from '@pappel/pki/certificate';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import { writeSbd } from '@pappel/sbdh/write';
import { Agent, request } from 'undici';
import {
  activeParticipant,
  FURNITURE,
  fixture,
  newEnvironment,
  type Pappel,
  signUp,
  startWith,
  TIMBER,
} from './harness.ts';

const invoice = Buffer.from(fixture('invoice.xml'));
const type = aliasToType('invoice');
const [sender, receiver] = [TIMBER, FURNITURE].map(parseParticipantId);
assert.ok(type && sender && receiver);
const header = { ...type, sender, receiver, countryC1: 'SE' };

let env: Record<string, string>;
let pappel: Pappel;
let c2: KeyMaterial;
let dispatcher: Agent;
/** The seat's certificates, oldest first; the last one is in use. */
const certificates: Certificate[] = [];

interface Issued {
  keyPem: string;
  certificatePem: string;
}
const keyOf = (issued: Issued): KeyMaterial => {
  const material = readKeyMaterial(issued);
  assert.ok('privateKey' in material);
  return material;
};
const file = (name: string): string => join(env['DATA_DIR'] ?? '', name);

/** Gives the seat a new key and leaves the former one in two PEM files. */
async function renew(formerName: string): Promise<void> {
  const seat = JSON.parse(readFileSync(file('seat.json'), 'utf8')) as { seat: string; accessPoint: Issued };
  writeFileSync(file(`${formerName}.key`), seat.accessPoint.keyPem);
  writeFileSync(file(`${formerName}.pem`), seat.accessPoint.certificatePem);
  const pki = await openLocalPki(file('localnet'));
  const accessPoint = await pki.issueAccessPoint(seat.seat);
  writeFileSync(file('seat.json'), JSON.stringify({ ...seat, accessPoint }));
  certificates.push(keyOf(accessPoint).certificate);
}

const restart = async (extra: Record<string, string>): Promise<void> => {
  await pappel.service.stop();
  pappel = await startWith({ ...env, ...extra });
};

async function send(encryptedTo: Certificate): Promise<string> {
  const { identity, config } = pappel.service.base;
  const { as4PublicUrl } = config;
  const verdict = await identity.trust.check(encryptedTo, 'access-point');
  assert.ok(verdict.trusted);
  const receiverCertificate = verdict.certificate;
  const messageId = `${randomUUID()}@test`;
  const sbd = { ...header, instanceIdentifier: randomUUID(), creationDateTime: new Date() };
  const built = await buildRequest(
    {
      ...header,
      endpointUrl: as4PublicUrl,
      receiverCertificate,
      messageId,
      conversationId: '1',
      timestamp: new Date(),
      originalSender: header.sender,
      finalRecipient: header.receiver,
      payload: writeSbd(sbd, invoice),
    },
    c2,
  );
  const answer = await request(as4PublicUrl, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': built.contentType },
    body: Buffer.concat([...built.body()]),
  });
  const http = {
    httpStatus: answer.statusCode,
    contentType: String(answer.headers['content-type']),
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
  const sent = { messageId, receiverCertificate, references: built.references };
  return outcomeOf(await readResponse(sent, http, identity.trust));
}

const outcomeOf = (outcome: SendOutcome): string =>
  outcome.kind === 'ebms-error' ? String(outcome.errors[0]?.code) : outcome.kind;

before(async () => {
  env = await newEnvironment();
  pappel = await startWith(env);
  await activeParticipant(pappel, await signUp(pappel, 'Fjord Furniture AS', 'NO'), FURNITURE);
  certificates.push(pappel.service.base.identity.accessPoint.certificate);
  const pki = await openLocalPki(file('localnet'));
  c2 = keyOf(await pki.issueAccessPoint('POP999999'));
  dispatcher = new Agent({ connect: { ca: pki.tlsCaPem } });
  await renew('oldest');
  await renew('old');
});
after(async () => {
  await dispatcher.destroy();
  await pappel.stop();
});

describe('former keys of the access point', () => {
  test('Without them, what is encrypted to the certificate before the renewal cannot be read: EBMS:0102', async () => {
    await restart({});
    const outcomes = [];
    for (const certificate of certificates) outcomes.push(await send(certificate));
    assert.deepEqual(outcomes, ['EBMS:0102', 'EBMS:0102', 'receipt']);
  });
  test('With them, each is read, and the Receipt is signed with the present key', async () => {
    await restart({
      AP_FORMER_KEY: file('old.key'),
      AP_FORMER_CERTIFICATE: file('old.pem'),
      AP_FORMER_2_KEY: file('oldest.key'),
      AP_FORMER_2_CERTIFICATE: file('oldest.pem'),
    });
    for (const certificate of certificates) assert.equal(await send(certificate), 'receipt');
    const { identity } = pappel.service.base;
    assert.equal(identity.accessPoint.certificate.fingerprint, certificates.at(-1)?.fingerprint);
  });
  test('A key of another seat is none of ours: the service does not start, and says why', async () => {
    const pki = await openLocalPki(file('localnet'));
    const foreign = await pki.issueAccessPoint('POP999998');
    writeFileSync(file('foreign.key'), foreign.keyPem);
    writeFileSync(file('foreign.pem'), foreign.certificatePem);
    const wrong = { AP_FORMER_KEY: file('foreign.key'), AP_FORMER_CERTIFICATE: file('foreign.pem') };
    const main = join(import.meta.dirname, '../src/main.ts');
    const { status, stderr } = spawnSync(process.execPath, [main], {
      env: { ...process.env, ...(await newEnvironment()), LOCALNET_DIR: file('localnet'), ...wrong },
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(status, 2);
    assert.match(stderr, /AP_FORMER: the certificate is of POP999998, not of POP\d{6}/);
  });
});
