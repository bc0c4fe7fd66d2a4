import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { readSendQueues } from './send-queue.ts';

test('The system says which bytes of a connection its other side has not confirmed', {
  skip: process.platform !== 'linux' && 'only Linux says it',
}, async () => {
  const server = createServer();
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const meet = async (): Promise<[ours: Socket, theirs: Socket]> => {
    const theirs = connect(port, '127.0.0.1');
    const [ours] = (await once(server, 'connection')) as [Socket];
    after(() => {
      ours.destroy();
      theirs.destroy();
    });
    return [ours, theirs];
  };
  const [full, reader] = await meet();
  const [idle] = await meet();
  reader.pause();
  // More than any buffer of the system on the way takes.
  while (full.writableLength === 0) full.write(Buffer.alloc(1_048_576));
  await new Promise((resolve) => full.write(Buffer.alloc(20_000_000), resolve) || setImmediate(resolve));
  const queues = await readSendQueues();
  assert.ok(((await queues.of(full)) ?? 0) > 0);
  assert.equal(await queues.of(idle), 0);
  full.destroy();
  assert.equal(await queues.of(full), undefined);
});
