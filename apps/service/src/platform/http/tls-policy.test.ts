import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { type IssuedKey, type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { pino } from 'pino';
import { type HttpServer, newHttpServer } from './http-server.ts';
import { BodyIntake } from './intake.ts';
import { followTlsFiles, readTlsFiles, tlsOptions } from './tls-policy.ts';

const dir = mkdtempSync(join(tmpdir(), 'pappel-tls-'));
const files = { key: join(dir, 'tls.key'), certificate: join(dir, 'tls.pem') };
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) });
let pki: LocalPki;
let server: HttpServer;
let port: number;

const issued = (): Promise<IssuedKey> => pki.issueTlsServer(['127.0.0.1']);
/** All of it at once: half of a file would be one thing more that is wrong. */
const put = (file: string, text: string): void => {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
};
const write = ({ keyPem, certificatePem }: IssuedKey): void => {
  put(files.key, keyPem);
  put(files.certificate, certificatePem);
};

/** What was agreed with a client of these abilities, or why nothing was. */
function agreed(options: ConnectionOptions = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket: TLSSocket = connect({ host: '127.0.0.1', port, ca: pki.tlsCaPem, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
      socket.destroy();
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

function serialServed(): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({ host: '127.0.0.1', port, ca: pki.tlsCaPem }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

before(async () => {
  pki = await openLocalPki(join(dir, 'pki'));
  write(await issued());
  const served = await readTlsFiles(files);
  const tls = tlsOptions(served);
  server = await newHttpServer({ log, intake: new BodyIntake(dir), trustProxy: false, tls });
  server.get('/', async () => 'hello');
  followTlsFiles(server, files, { served, log, everyMs: 20 });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
after(() => server.close());
beforeEach(() => {
  lines.length = 0;
});

describe('what our servers agree to [TS-policy]', () => {
  test('TLS 1.3 is spoken with whoever can', async () => {
    assert.equal(await agreed(), 'TLSv1.3 TLS_AES_128_GCM_SHA256');
  });
  test('TLS 1.2 only with forward secrecy and authenticated encryption', async () => {
    const twelve = { maxVersion: 'TLSv1.2' } as const;
    assert.equal(await agreed(twelve), 'TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256');
    for (const ciphers of ['AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA', 'AES256-SHA'])
      assert.match(await agreed({ ...twelve, ciphers }), /HANDSHAKE_FAILURE/, ciphers);
  });
  test('TLS 1.1 and 1.0 are not spoken', async () => {
    for (const version of ['TLSv1.1', 'TLSv1'] as const) {
      const old = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' };
      assert.match(await agreed(old), /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|HANDSHAKE/, version);
    }
  });
});

describe('a renewed certificate', () => {
  const changed = async (from: string): Promise<string> => {
    for (let waited = 0; waited < 30_000; waited += 20) {
      const serial = await serialServed();
      if (serial !== from) return serial;
      await sleep(20);
    }
    return from;
  };

  /** Waits until it was said so many times that the files are no good; each thing that is wrong is said once. */
  const complaints = async (count: number): Promise<void> => {
    const said = () => lines.filter((line) => line.startsWith('the TLS files cannot be used')).length;
    for (let waited = 0; waited < 30_000 && said() < count; waited += 20) await sleep(20);
    assert.equal(said(), count);
  };

  test('It is served without a restart, and open connections go on', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: pki.tlsCaPem });
    const sockets = new Set<unknown>();
    const get = () =>
      new Promise<void>((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, agent }, (response) => {
          sockets.add(response.socket);
          response.resume().once('end', resolve);
        });
        call.once('error', reject).end();
      });
    await get();
    const former = await serialServed();
    write(await issued());
    assert.notEqual(await changed(former), former);
    await get();
    assert.equal(sockets.size, 1);
    assert.ok(lines.includes('TLS certificate renewed'));
    agent.destroy();
  });
  test('Half of a pair, or rubbish, is not served; the former certificate is, until the pair is whole', async () => {
    const former = await serialServed();
    const next = await issued();
    put(files.certificate, next.certificatePem);
    await complaints(1);
    assert.equal(await serialServed(), former);
    put(files.certificate, 'rubbish');
    await complaints(2);
    assert.equal(await serialServed(), former);
    write(next);
    assert.notEqual(await changed(former), former);
  });
  test('After a renewal the policy is as before', async () => {
    assert.match(await agreed({ maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }), /HANDSHAKE_FAILURE/);
  });
  test('Files that do not belong together are not started with', async () => {
    write({ ...(await issued()), keyPem: (await issued()).keyPem });
    await assert.rejects(readTlsFiles(files), /key values mismatch/);
  });
});
