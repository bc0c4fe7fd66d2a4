import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Client,
  connect,
  type Login,
  newInvoice,
  newLogin,
  type SftpWorld,
  sidecar,
  startSftpWorld,
} from './sftp-world.ts';

let world: SftpWorld;
let login: Login;
let client: Client;
let home: string;

before(async () => {
  world = await startSftpWorld();
  login = await newLogin(world.pappel, world.timber);
  client = await connect(world, login);
  home = `/${world.company}/${world.participant}`;
});
after(async () => {
  await client.end();
  await world.pappel.stop();
});

test('An account-wide login sees companies, participants and five directories', async () => {
  const names = async (path: string) => (await client.list(path)).map(({ name }) => name);
  assert.deepEqual(await names('/'), [world.company]);
  assert.deepEqual(await names(`/${world.company}`), [world.participant]);
  assert.deepEqual(await names(home), ['outbox', 'inbox', 'archive', 'sent', 'failed']);
});

test('A file that is uploaded under a temporary name and renamed is sent, and its sidecar follows it', async () => {
  await client.put(Buffer.from(newInvoice()), `${home}/outbox/one.xml.part`);
  await client.rename(`${home}/outbox/one.xml.part`, `${home}/outbox/one.xml`);
  const found = await sidecar(client, `${home}/sent/one.json`);
  console.log(found);
});
