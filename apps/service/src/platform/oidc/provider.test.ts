import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { IdentityProvider } from './provider.ts';

async function providerThatAnswers(answer: (response: ServerResponse) => void): Promise<IdentityProvider> {
  const server = createServer((_request, response) => answer(response));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { issuer, clientId: 'a', clientSecret: undefined, provider: 'P', redirectUri: 'http://a' };
  return new IdentityProvider({ ...settings, allowHttp: true }, pino({ level: 'silent' }));
}

test('An answer of the identity provider without end is not read to its end', async () => {
  let closed: Promise<unknown> | undefined;
  const provider = await providerThatAnswers((response) => {
    closed = once(response, 'close');
    response.writeHead(200, { 'content-type': 'application/json' });
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
      response.once('drain', write);
    };
    write();
  });
  await assert.rejects(provider.server(), { code: 'UNAVAILABLE' });
  // We hung up; it had more to say.
  await closed;
});

test('So is one that only becomes large when it is decompressed', async () => {
  const provider = await providerThatAnswers((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(50_000_000, ' ')));
  });
  await assert.rejects(provider.server(), { code: 'UNAVAILABLE' });
});
