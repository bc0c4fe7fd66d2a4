import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { Agent, request } from 'undici';
import { publicLookup } from './public-lookup.ts';

describe('looking up only public addresses', () => {
  const server = createServer((_request, response) => response.end('reached'));
  const agent = new Agent({ connect: { lookup: publicLookup } });
  let port = 0;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  after(async () => {
    await agent.destroy();
    server.close();
  });

  test('A name that leads into our own network is not connected to [WHK-9]', async () => {
    const url = `http://localhost:${port}/`;
    assert.equal((await request(url, { dispatcher: new Agent() })).statusCode, 200);
    await assert.rejects(request(url, { dispatcher: agent }), { code: 'EACCES' });
  });
  test('A name that does not exist fails as it does without us', async () => {
    await assert.rejects(request('http://nowhere.invalid/', { dispatcher: agent }), /ENOTFOUND|EAI_AGAIN/);
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
