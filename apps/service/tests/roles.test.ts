import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePorts } from '../../../scripts/free-ports.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  newEnvironment,
  type Pappel,
  request,
  settled,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { answers, NodeProcess, OPERATOR_TOKEN } from './node-process.ts';

const ROLES = ['http', 'network', 'worker', 'sftp'] as const;
type Role = (typeof ROLES)[number];

/** A network, and a provider on it to send to. */
let far: Pappel;
let home = '';
let nodes: Record<Role, { env: Record<string, string>; node: NodeProcess }>;
/** The installation of four nodes, as its customers see it. */
let pappel: Pappel;

async function startAgain(role: Role): Promise<void> {
  const { env } = nodes[role];
  nodes[role] = { env, node: new NodeProcess(env) };
  assert.ok(await nodes[role].node.isReady(), nodes[role].node.output);
}

/** One installation: a seat, a secret, a payload store and a database that its nodes share, and addresses by which they are reached. */
async function installation(): Promise<Record<Role, Record<string, string>>> {
  const ports = JSON.parse(readFileSync(join(far.dataDir, 'localnet/ports.json'), 'utf8'));
  const shared = await newEnvironment({
    LOCALNET_DIR: join(far.dataDir, 'localnet'),
    SML_DNS: `127.0.0.1:${ports.dnsPort}`,
    SML_URL: `https://127.0.0.1:${ports.smlPort}/edelivery-sml`,
    SECRET_KEY: 'the secret of an installation of four nodes',
  });
  const { SMP_PORT, AS4_PORT, PORT } = shared;
  home = shared['DATA_DIR'] ?? '';
  mkdirSync(join(home, 'payloads'));
  const [SFTP_PORT = 0] = await freePorts(1);
  const envs = await Promise.all(
    ROLES.map(async (role) => {
      const DATA_DIR = join(home, role);
      mkdirSync(DATA_DIR);
      symlinkSync(join(home, 'payloads'), join(DATA_DIR, 'payloads'));
      const [operatorPort = 0] = await freePorts(1);
      const env: Record<string, string> = {
        ...shared,
        DATA_DIR,
        OPERATOR_PORT: String(operatorPort),
        SFTP_PORT: String(SFTP_PORT),
        ROLES: role,
        PUBLIC_URL: `http://127.0.0.1:${PORT}`,
        SMP_PUBLIC_URL: `https://127.0.0.1:${SMP_PORT}`,
        AS4_PUBLIC_URL: `https://127.0.0.1:${AS4_PORT}/as4`,
      };
      return [role, env] as const;
    }),
  );
  return Object.fromEntries(envs) as Record<Role, Record<string, string>>;
}

before(async () => {
  far = await startPappel();
  const envs = await installation();
  // The first start makes the seat, which the others find in the database.
  const worker = new NodeProcess(envs.worker);
  assert.ok(await worker.isReady(), worker.output);
  const started = await Promise.all(
    ROLES.map(async (role) => {
      const env = envs[role];
      if (role === 'worker') return [role, { env, node: worker }] as const;
      const node = new NodeProcess(env);
      assert.ok(await node.isReady(), node.output);
      return [role, { env, node }] as const;
    }),
  );
  nodes = Object.fromEntries(started) as typeof nodes;
  const api = `http://127.0.0.1:${envs.http['PORT']}`;
  pappel = {
    api,
    call: (method, path, token, body) => request(method, api + path, token, body),
    operate: (path, body = {}) =>
      request('POST', `${nodes.http.node.operator}/operator/v1/${path}`, OPERATOR_TOKEN, body),
  } as Pappel;
});
after(async () => {
  for (const { node } of Object.values(nodes ?? {})) await node.stop();
  rmSync(home, { recursive: true, force: true });
  await far.stop();
});

test('Each node has the ports of its role, and the operator’s side; its health tells of nothing else [OPR-32]', async () => {
  const parts: Record<string, string[]> = {};
  for (const role of ROLES) {
    const health = await nodes[role].node.health();
    parts[role] = health.parts.map(({ part }: { part: string }) => part).slice(4);
    assert.equal(health.processes, undefined);
  }
  assert.deepEqual(parts, {
    http: ['api'],
    network: ['smp', 'as4'],
    worker: ['jobs', 'smpRegistration'],
    sftp: [],
  });
  const { PORT, SMP_PORT, AS4_PORT } = nodes.http.env;
  const listening = async () => [
    await answers(PORT),
    await answers(SMP_PORT, 'https'),
    await answers(AS4_PORT, 'https'),
  ];
  assert.deepEqual(await listening(), [true, true, true]);
  assert.equal(await nodes.network.node.end(), 0);
  assert.deepEqual(await listening(), [true, false, false]);
  await startAgain('network');
});

test('The API takes a document, a worker sends it when there is one, and the access point receives [OPR-32]', async () => {
  const timber = await signUp(pappel);
  await activeParticipant(pappel, timber, TIMBER);
  const fjord = await signUp(far, 'Fjord Furniture AS', 'NO');
  await activeParticipant(far, fjord, FURNITURE);
  const submit = async (to: Pappel, account: Account, sender: string, receiver: string): Promise<string> => {
    const body = { sender, receiver, type: 'invoice', payload: fixture('invoice.xml') };
    return (await to.call('POST', '/v1/messages', account.key, body)).body.id;
  };
  assert.equal(await nodes.worker.node.end(), 0);
  const waiting = await submit(pappel, timber, TIMBER, FURNITURE);
  const jobs = () => request('GET', `${nodes.http.node.operator}/operator/v1/jobs`, OPERATOR_TOKEN);
  const { body } = await until(jobs, (answer) => answer.body.due > 0);
  assert.ok(body.due > 0);
  assert.equal(
    (await pappel.call('GET', `/v1/messages/${waiting}`, timber.key)).body.status,
    'QUEUED_VALIDATION',
  );
  await startAgain('worker');
  const sent = await settled(pappel, timber, waiting);
  assert.equal(sent.status, 'AS4_ACCEPTED', sent.lastErrorMessage);
  const answered = await settled(far, fjord, await submit(far, fjord, FURNITURE, TIMBER));
  assert.equal(answered.status, 'AS4_ACCEPTED', answered.lastErrorMessage);
  const inbox = await pappel.call('GET', '/v1/messages?direction=INBOUND', timber.key);
  assert.equal(inbox.body.messages.length, 1);
});
