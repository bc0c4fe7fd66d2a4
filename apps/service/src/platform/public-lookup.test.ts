import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { Agent, request } from 'undici';
import { publicAddresses, publicLookup, publicLookupBy } from './public-lookup.ts';

/** The IPv4 addresses of each name; a name server that knows no others, and never answers about `silent.test`. */
const NAMES: Record<string, string[]> = {
  'inside.test': ['127.0.0.1', '10.0.0.7'],
  'both.test': ['192.168.1.1', '9.9.9.9'],
};

function answerTo(question: Buffer): Buffer | undefined {
  const labels = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.').toLowerCase();
  if (name === 'silent.test') return undefined;
  const known = NAMES[name];
  const addresses = question.readUInt16BE(at + 1) === 1 ? (known ?? []) : [];
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.fill(0, 8);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, question.subarray(12, at + 5), ...records]);
}

describe('looking up only public addresses', () => {
  const nameServer = createSocket('udp4');
  const server = createServer((_request, response) => response.end('reached'));
  const resolver = new dns.Resolver({ timeout: 60_000, tries: 1 });
  const agent = new Agent({ connect: { lookup: publicLookupBy(resolver) } });
  let port = 0;
  before(async () => {
    nameServer.on('message', (question, { port: from, address }) => {
      const answer = answerTo(question);
      if (answer) nameServer.send(answer, from, address);
    });
    nameServer.bind(0, '127.0.0.1');
    server.listen(0, '127.0.0.1');
    await Promise.all([once(nameServer, 'listening'), once(server, 'listening')]);
    resolver.setServers([`127.0.0.1:${nameServer.address().port}`]);
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  after(async () => {
    resolver.cancel();
    await agent.destroy();
    server.close();
    nameServer.close();
  });

  test('A name that leads into our own network is not connected to [WHK-9]', async () => {
    const url = `http://localhost:${port}/`;
    assert.equal((await request(url, { dispatcher: new Agent() })).statusCode, 200);
    for (const host of ['localhost', 'some.localhost', 'inside.test'])
      await assert.rejects(request(`http://${host}:${port}/`, { dispatcher: agent }), { code: 'EACCES' });
  });
  test('Of a name with both, the public address is used', async () => {
    assert.deepEqual(await publicAddresses('both.test', resolver), [{ address: '9.9.9.9', family: 4 }]);
  });
  test('A name that does not exist fails as it does without us', async () => {
    await assert.rejects(request('http://nowhere.test/', { dispatcher: agent }), { code: 'ENOTFOUND' });
  });
  test('Names whose server never answers keep no other name waiting', async () => {
    let ended = 0;
    for (let i = 0; i < 20; i++)
      publicAddresses('silent.test', resolver).then(
        () => ended++,
        () => ended++,
      );
    await dns.lookup('localhost');
    await publicAddresses('both.test', resolver);
    assert.equal(ended, 0);
  });
  for (const all of [true, false]) {
    test(`A public address is answered in the form asked for (all: ${all})`, async () => {
      const answer = await new Promise((resolve, reject) =>
        publicLookup('9.9.9.9', { all }, (error, address) => (error ? reject(error) : resolve(address))),
      );
      assert.deepEqual(answer, all ? [{ address: '9.9.9.9', family: 4 }] : '9.9.9.9');
    });
  }
});
