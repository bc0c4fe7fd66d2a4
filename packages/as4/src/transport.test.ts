import assert from 'node:assert/strict';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { after, before, describe, test } from 'node:test';
import { type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { newDirectory } from '../tests/exchange.ts';
import type { BuiltRequest } from './build-request.ts';
import { createAgent, post } from './transport.ts';

const built = {
  contentType: 'application/soap+xml',
  contentLength: 4,
  body: () => [Buffer.from('<a/>')],
} as unknown as BuiltRequest;

describe('servers that the transport policy forbids are not sent to [TS-policy]', () => {
  let pki: LocalPki;
  const agent = (options = {}) => createAgent({ tlsCaPem: pki.tlsCaPem, ...options });
  before(async () => {
    pki = await openLocalPki(newDirectory());
  });

  /** What comes of sending to a server of this kind. */
  async function outcome(options: ServerOptions = {}, dispatcher = agent()): Promise<string> {
    const { keyPem: key, certificatePem: cert } = await pki.issueTlsServer(['127.0.0.1']);
    let heard = 0;
    const server: Server = createServer({ key, cert, ...options }, (request, response) => {
      heard++;
      request.resume();
      response.end('taken');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/as4`;
    const answer = await post(url, built, { dispatcher, responseTimeout: 2_000 });
    await dispatcher.destroy();
    server.closeAllConnections();
    server.close();
    if (!('kind' in answer)) return `HTTP ${answer.httpStatus}`;
    assert.equal(heard, 0, 'nothing may be said to such a server');
    return answer.code;
  }
  const only = (version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2', ciphers: string): ServerOptions => ({
    minVersion: version,
    maxVersion: version,
    ciphers,
  });

  test('TLS 1.3, and 1.2 with forward secrecy, are sent to', async () => {
    assert.equal(await outcome(), 'HTTP 200');
    for (const ciphers of ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-SHA384'])
      assert.equal(await outcome(only('TLSv1.2', ciphers)), 'HTTP 200', ciphers);
  });
  test('TLS 1.1 and 1.0 are not', async () => {
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      assert.equal(await outcome(only(version, 'ALL:@SECLEVEL=0')), 'TLS_FAILED', version);
  });
  test('TLS 1.2 without forward secrecy is not', async () => {
    for (const ciphers of ['AES128-GCM-SHA256', 'AES256-SHA'])
      assert.equal(await outcome(only('TLSv1.2', ciphers)), 'TLS_FAILED', ciphers);
  });
  test('A certificate of an unknown authority, of another host or of another time is not', async () => {
    const past = { from: new Date(Date.now() - 20_000), to: new Date(Date.now() - 10_000) };
    for (const issued of [
      await (await openLocalPki(newDirectory())).issueTlsServer(['127.0.0.1']),
      await pki.issueTlsServer(['elsewhere.example']),
      await pki.issueTlsServer(['127.0.0.1'], past),
    ])
      assert.equal(await outcome({ key: issued.keyPem, cert: issued.certificatePem }), 'TLS_FAILED');
  });

  describe('even where the environment says not to check', () => {
    const former = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    before(() => {
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    });
    after(() => {
      if (former === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = former;
    });
    test('An unknown authority is not sent to', async () => {
      const { keyPem: key, certificatePem: cert } = await pki.issueTlsServer(['127.0.0.1']);
      assert.equal(await outcome({ key, cert }, createAgent()), 'TLS_FAILED');
    });
  });
});
