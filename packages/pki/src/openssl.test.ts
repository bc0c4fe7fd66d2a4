import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startRevocationServer } from '@pappel/localnet/revocation-server';
import { freePorts } from '../../../scripts/free-ports.ts';
import {
  certificateOf,
  newDirectory,
  openRevocationNetwork,
  type RevocationNetwork,
} from '../tests/revocation-network.ts';
import type { Certificate } from './certificate.ts';
import { createRevocationCheck, type RevocationFetch } from './revocation.ts';

const skip = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed';
const run = promisify(execFile);

describe('OpenSSL judges the answers of our local authority', { skip }, () => {
  let network: RevocationNetwork;
  const at = (name: string): string => join(network.dir, name);
  before(async () => {
    network = await openRevocationNetwork();
    const [good, bad] = [await network.issue(), await network.revoked()];
    writeFileSync(at('anchors.pem'), network.pki.anchorsPem);
    writeFileSync(at('issuer.pem'), network.issuer.pem);
    writeFileSync(at('good.pem'), good.pem);
    writeFileSync(at('bad.pem'), bad.pem);
    writeFileSync(at('ap.crl'), await (await network.authority({ crlMs: 3_600_000 })).list('ap'));
  });
  after(() => network.close());

  for (const signer of ['ca', 'responder'] as const) {
    test(`openssl ocsp verifies an OCSP answer signed by the ${signer}`, async () => {
      const authority = await network.authority({ signer });
      const server = await startRevocationServer(authority, { host: '127.0.0.1', port: 0 });
      const certificates = ['-issuer', at('issuer.pem'), '-cert', at('good.pem'), '-cert', at('bad.pem')];
      const { stdout, stderr } = await run('openssl', [
        'ocsp',
        ...certificates,
        ...['-url', `${server.url}/ocsp`, '-CAfile', at('anchors.pem')],
      ]);
      await server.close();
      assert.match(stderr, /Response verify OK/);
      assert.match(stdout, /good\.pem: good\n/);
      assert.match(
        stdout,
        /bad\.pem: revoked\n[\s\S]*Reason: keyCompromise\n\tRevocation Time: Oct {2}1 10:00:00 2026 GMT/,
      );
    });
  }
  test('openssl crl verifies the list, and openssl verify refuses the revoked certificate by it', () => {
    const crl = ['crl', '-inform', 'DER', '-in', at('ap.crl')];
    execFileSync('openssl', [...crl, '-out', at('ap.crl.pem')]);
    const { stderr } = spawnSync('openssl', [...crl, '-noout', '-CAfile', at('anchors.pem')]);
    assert.match(String(stderr), /verify OK/);
    const verify = (name: string): string => {
      const files = ['-CAfile', at('anchors.pem'), '-CRLfile', at('ap.crl.pem'), at(name)];
      const { stdout, stderr: reason } = spawnSync('openssl', ['verify', '-crl_check', ...files]);
      return `${stdout}${reason}`;
    };
    assert.match(verify('good.pem'), /good\.pem: OK/);
    assert.match(verify('bad.pem'), /certificate revoked/);
  });
});

const CONFIG = (dir: string): string => `
[ca]
default_ca = foreign
[foreign]
dir = ${dir}
database = ${dir}/index.txt
new_certs_dir = ${dir}
serial = ${dir}/serial
crlnumber = ${dir}/crlnumber
certificate = ${dir}/ca.pem
private_key = ${dir}/ca.key
default_md = sha256
default_days = 30
default_crl_days = 1
policy = any
[any]
countryName = optional
organizationName = optional
commonName = supplied
[end_entity]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature,keyEncipherment
authorityInfoAccess = OCSP;URI:http://ocsp.foreign.example/
crlDistributionPoints = URI:http://crl.foreign.example/list.crl
[responder]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,OCSPSigning
noCheck = ignored
[list]
issuingDistributionPoint = critical,@point
[point]
fullname = URI:http://crl.foreign.example/list.crl
onlyuser = TRUE
`;

/** A certificate authority that OpenSSL alone makes: it issues, answers OCSP and makes lists. */
class ForeignAuthority {
  readonly dir = newDirectory();
  #responder: ChildProcess | undefined;
  port = 0;

  constructor() {
    mkdirSync(this.dir, { recursive: true });
    writeFileSync(this.at('openssl.cnf'), CONFIG(this.dir));
    writeFileSync(this.at('index.txt'), '');
    writeFileSync(this.at('serial'), '0A01\n');
    writeFileSync(this.at('crlnumber'), '01\n');
    const usage = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
    const name = ['-subj', '/C=BE/O=Foreign é/CN=Foreign CA', '-utf8'];
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', this.at('ca.key')];
    this.openssl('req', '-x509', ...key, ...name, ...usage, '-days', '30', '-out', this.at('ca.pem'));
  }

  at(name: string): string {
    return join(this.dir, name);
  }
  openssl(...args: string[]): void {
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  }
  ca(...args: string[]): void {
    this.openssl('ca', '-config', this.at('openssl.cnf'), '-batch', '-utf8', ...args);
  }
  certificate(name: string): Certificate {
    return certificateOf(readFileSync(this.at(`${name}.pem`), 'utf8'));
  }
  issue(name: string, extensions = 'end_entity'): Certificate {
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', this.at(`${name}.key`)];
    this.openssl('req', '-new', ...key, '-subj', `/C=BE/CN=${name}`, '-out', this.at(`${name}.csr`));
    this.ca(
      '-in',
      this.at(`${name}.csr`),
      '-notext',
      '-extensions',
      extensions,
      '-out',
      this.at(`${name}.pem`),
    );
    return this.certificate(name);
  }
  list(...args: string[]): Uint8Array {
    this.ca('-gencrl', '-out', this.at('list.pem'), ...args);
    this.openssl('crl', '-in', this.at('list.pem'), '-outform', 'DER', '-out', this.at('list.crl'));
    return readFileSync(this.at('list.crl'));
  }
  async answer(signer: string, ...args: string[]): Promise<void> {
    await this.silence();
    [this.port = 0] = await freePorts(1);
    const signing = [
      '-rsigner',
      this.at(`${signer}.pem`),
      '-rkey',
      this.at(`${signer}.key`),
      '-CA',
      this.at('ca.pem'),
    ];
    const index = ['-index', this.at('index.txt'), '-port', String(this.port)];
    const child = spawn('openssl', ['ocsp', ...index, ...signing, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#responder = child;
    // It ends when it is asked what it does not understand, so that it cannot be tried out: it says when it listens.
    await new Promise<void>((resolve, reject) => {
      let said = '';
      const timer = setTimeout(() => reject(new Error(`openssl ocsp does not start: ${said}`)), 60_000);
      const listen = (chunk: Buffer): void => {
        said += chunk;
        if (!said.includes('waiting for OCSP client connections')) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
    });
  }
  async silence(): Promise<void> {
    const child = this.#responder;
    this.#responder = undefined;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

describe('we judge the answers of OpenSSL', { skip }, () => {
  let foreign: ForeignAuthority;
  let list: Uint8Array | undefined;
  let good: Certificate;
  let bad: Certificate;
  before(() => {
    foreign = new ForeignAuthority();
    good = foreign.issue('POP000001');
    bad = foreign.issue('POP000002');
    foreign.issue('responder', 'responder');
    foreign.ca('-revoke', foreign.at('POP000002.pem'), '-crl_reason', 'cessationOfOperation');
  });
  beforeEach(() => {
    list = undefined;
  });
  after(() => foreign.silence());

  /** The names in the certificates lead to the responder of this test. */
  const asFetched: RevocationFetch = async (url, init) => {
    if (!url.endsWith('.crl')) return fetch(`http://127.0.0.1:${foreign.port}/`, init);
    return new Response(list ? Uint8Array.from(list) : null, { status: list ? 200 : 404 });
  };
  const ask = async (certificate: Certificate): Promise<string> => {
    const check = createRevocationCheck({ fetch: asFetched });
    const answer = await check.check(certificate, foreign.certificate('ca'));
    switch (answer.status) {
      case 'revoked':
        assert.ok(Math.abs(answer.since.getTime() - Date.now()) < 60_000);
        return `revoked ${answer.reason}`;
      case 'unknown':
        return answer.detail;
      case 'good':
        return 'good';
    }
  };

  for (const [title, signer, ...args] of [
    ['signed by its CA', 'ca', '-nmin', '5'],
    ['signed by a responder, named by its key', 'responder', '-nmin', '5', '-resp_key_id'],
    ['without nextUpdate', 'responder'],
  ] as const) {
    test(`openssl ocsp -index, ${title}: good and revoked are understood`, async () => {
      await foreign.answer(signer, ...args);
      assert.equal(await ask(good), 'good');
      assert.equal(await ask(bad), 'revoked cessationOfOperation');
    });
  }
  test('A certificate that is not in its index is unknown to openssl ocsp', async () => {
    await foreign.answer('ca', '-nmin', '5');
    const index = readFileSync(foreign.at('index.txt'), 'utf8');
    writeFileSync(foreign.at('index.txt'), '');
    await foreign.answer('ca', '-nmin', '5');
    assert.match(await ask(good), /does not know the certificate/);
    writeFileSync(foreign.at('index.txt'), index);
  });
  test('A responder that signs with the certificate of an access point is refused', async () => {
    await foreign.answer('POP000001', '-nmin', '5');
    assert.match(await ask(good), /may not sign OCSP answers/);
  });
  for (const [title, ...args] of [
    ['plain'],
    ['with an issuing distribution point', '-crlexts', 'list'],
  ] as const) {
    test(`openssl ca -gencrl, ${title}: a certificate is on the list or not`, async () => {
      await foreign.silence();
      list = foreign.list(...args);
      assert.equal(await ask(good), 'good');
      assert.equal(await ask(bad), 'revoked cessationOfOperation');
    });
  }
  test('A list of openssl ca that is outdated is refused', async () => {
    const past = ['-crl_lastupdate', '20260101000000Z', '-crl_nextupdate', '20260102000000Z'];
    list = foreign.list(...past);
    assert.match(await ask(good), /outdated since 2026-01-02/);
  });
});
