import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { sql } from 'kysely';
import { freePorts } from '../../../scripts/free-ports.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { rotateSecretKey } from '../src/rotation/rotate-secret-key.ts';
import { readConfig } from '../src/settings/config.ts';
import { hostKeyFingerprint, openHostKeys } from '../src/sftp/host-keys.ts';
import { readSigningSecret, signingSecretKey } from '../src/webhooks/signing-secret.ts';
import { runPappel } from './command.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  newEnvironment,
  type Pappel,
  settled,
  signUp,
  startWith,
  TIMBER,
} from './harness.ts';

let env: Record<string, string>;
let pappel: Pappel;
let account: Account;
/** As its receiver was given it. */
let webhookSecret = '';
let hostKey: unknown;

before(async () => {
  const [port] = await freePorts(1);
  env = await newEnvironment({ SFTP_PORT: String(port) });
  pappel = await startWith(env);
  account = await signUp(pappel);
  const body = { url: 'http://127.0.0.1:9/hook', events: ['document.received'] };
  webhookSecret = (await pappel.call('POST', '/v1/webhooks', account.session, body)).body.secret;
  hostKey = await hostKeyFingerprint(pappel.service.base.db);
});
after(() => pappel.stop());

const file = (name: string): string => join(env['DATA_DIR'] ?? '', name);
const keyInFile = (): string => readFileSync(file('secret-key'), 'utf8');

const restart = async (extra: Record<string, string> = {}): Promise<void> => {
  pappel = await startWith({ ...env, ...extra });
};

/** The host keys and the webhook's secret, as the service that runs reads them. */
async function holdsItsSecrets(): Promise<void> {
  const { db, secretKey, operatorToken } = pappel.service.base;
  assert.equal(operatorToken, readFileSync(file('operator-token'), 'utf8'));
  assert.deepEqual(await hostKeyFingerprint(db), hostKey);
  assert.ok('privateKeys' in (await openHostKeys(db, secretKey)));
  const { rows } = await sql<{ secret: Buffer }>`select secret from webhooks`.execute(
    overAll(db, 'of nobody'),
  );
  const [row] = rows;
  assert.ok(row);
  assert.equal(readSigningSecret(signingSecretKey(secretKey), row.secret), webhookSecret);
}

describe('rotate secret-key', () => {
  test('It is refused while a node runs [OPR-17]', async () => {
    const { status, stderr } = await runPappel(['rotate', 'secret-key'], env);
    assert.equal(status, 1);
    assert.match(stderr, /is in use by process/);
  });
  test('All that the former key has sealed is opened by the new one [OPR-17]', async () => {
    await pappel.service.stop();
    const former = keyInFile();
    const { status, stdout, stderr } = await runPappel(['rotate', 'secret-key'], env);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /2 sftp host keys, 1 webhook secrets, 4 installation secrets/);
    assert.notEqual(keyInFile(), former);
    await restart();
    await holdsItsSecrets();
  });
  test('One that was ended between the database and the file is brought to its end by the next [OPR-17]', async () => {
    await pappel.service.stop();
    const before = keyInFile();
    const config = readConfig(env);
    assert.ok('sealed' in (await rotateSecretKey(config, undefined)));
    const latter = keyInFile();
    renameSync(file('secret-key'), file('secret-key.next'));
    writeFileSync(file('secret-key'), before);
    const again = await rotateSecretKey(config, undefined);
    assert.ok('sealed' in again);
    assert.deepEqual(Object.values(again.sealed), [0, 0, 0]);
    assert.equal(keyInFile(), latter);
    await restart();
    await holdsItsSecrets();
  });
  test('With SECRET_KEY set the next one is given, and a wrong present one changes nothing [OPR-17]', async () => {
    await pappel.service.stop();
    const SECRET_KEY = keyInFile();
    const NEW_SECRET_KEY = 'the next secret key of this one';
    const missing = await runPappel(['rotate', 'secret-key'], { ...env, SECRET_KEY });
    assert.match(missing.stderr, /give the next one in NEW_SECRET_KEY/);
    const wrong = await runPappel(['rotate', 'secret-key'], {
      ...env,
      SECRET_KEY: 'of others',
      NEW_SECRET_KEY,
    });
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /sealed with another key than this one\. Nothing was changed/);
    const right = await runPappel(['rotate', 'secret-key'], { ...env, SECRET_KEY, NEW_SECRET_KEY });
    assert.equal(right.status, 0, right.stderr);
    await restart({ SECRET_KEY: NEW_SECRET_KEY });
    await holdsItsSecrets();
    env['SECRET_KEY'] = NEW_SECRET_KEY;
  });
});

describe('rotate smp-certificate', () => {
  test('Once the SML was told of it, the next certificate of the SMP registers addresses, and what was registered is found [OPR-17]', async () => {
    await activeParticipant(pappel, account, TIMBER);
    const seat = JSON.parse(readFileSync(file('seat.json'), 'utf8'));
    const pki = await openLocalPki(file('localnet'));
    const next = await pki.issueSmp(seat.seat);
    writeFileSync(file('next.pem'), next.certificatePem);
    writeFileSync(file('ap.pem'), seat.accessPoint.certificatePem);
    const today = new Date().toISOString().slice(0, 10);
    const wrong = await runPappel(['rotate', 'smp-certificate', file('ap.pem'), '--from', today], env);
    assert.match(wrong.stderr, /was not issued by the smp CA of this network/);
    const past = await runPappel(
      ['rotate', 'smp-certificate', file('next.pem'), '--from', '2026-01-01'],
      env,
    );
    assert.match(past.stderr, /does not take it \(bad-request: 2026-01-01 is past/);
    const told = await runPappel(['rotate', 'smp-certificate', file('next.pem'), '--from', today], env);
    assert.equal(told.status, 0, told.stderr);
    await pappel.service.stop();
    writeFileSync(file('seat.json'), JSON.stringify({ ...seat, smp: next }));
    await restart();
    assert.deepEqual(pappel.service.base.health.failing(), []);
    await activeParticipant(pappel, account, FURNITURE);
    const document = {
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      payload: fixture('invoice.xml'),
    };
    const sent = await pappel.call('POST', '/v1/messages', account.key, document);
    const message = await settled(pappel, account, sent.body.id);
    assert.equal(message.status, 'AS4_ACCEPTED', message.lastErrorMessage);
  });
  test('Without that the SML knows nobody by it, and the SMP is not well', async () => {
    await pappel.service.stop();
    const seat = JSON.parse(readFileSync(file('seat.json'), 'utf8'));
    const pki = await openLocalPki(file('localnet'));
    writeFileSync(file('seat.json'), JSON.stringify({ ...seat, smp: await pki.issueSmp(seat.seat) }));
    await restart();
    const { status, stdout } = await runPappel(['doctor'], env);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /BAD +SML +.* belongs to another certificate/);
  });
});
