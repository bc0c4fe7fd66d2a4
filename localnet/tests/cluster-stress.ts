import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  activeParticipant,
  FURNITURE,
  type Pappel,
  request,
  signUp,
  startPappel,
  TIMBER,
  until,
} from '../../apps/service/tests/harness.ts';
import { startS3 } from '../../apps/service/tests/s3-server.ts';
import { randomFrom } from '../../scripts/seeded-random.ts';
import { Balancer } from './balancer.ts';
import { type Journey, type Road, RoadLoad } from './cluster-load.ts';
import { Killable } from './killable.ts';
import { nodesOfOne } from './nodes-of-one.ts';
import { poolBefore } from './pooler.ts';

export interface KillPlan {
  /** How often one of the nodes is killed, the other taking over meanwhile. */
  kills: number;
  /** Which node, and when: the same again for the same seed. */
  seed: number;
  /** Customers who submit at once, in each direction. */
  lines: number;
}

export interface ClusterStress extends KillPlan {
  /** The program of PgBouncer, through which nodes reach the database then. */
  pgBouncer?: string | undefined;
}

export interface ClusterReport {
  kills: number[];
  seconds: number;
  outbound: Journey;
  inbound: Journey;
  /** Documents of which a node that had not taken them gave the content. */
  readElsewhere: number;
}

/** Two nodes that are up, one installation of another provider on the same network, and what kills and starts each node. */
export interface RunningCluster {
  /** As customers see it. */
  cluster: Pappel;
  far: Pappel;
  nodes: readonly Pappel[];
  victims: readonly { kill(): Promise<void>; start(): Promise<void> }[];
}

const NODES = 2;
/** Tries of a second each, for as long as it may all take. */
const EVERY_SECOND = Array.from({ length: 3_600 }, () => '1').join();
/** Between two kills something is accepted in each direction. */
const MOST_BETWEEN = 12;
const LONGEST_MS = 180_000;

/**
 * Two nodes with data directories of their own, one PostgreSQL and one S3 behind a balancer, that send to another provider and
 * receive from it, while one of them is killed again and again.
 */
export async function stressCluster({ pgBouncer, ...plan }: ClusterStress): Promise<ClusterReport> {
  await using opened = new AsyncDisposableStack();
  const far = await startPappel({ RETRY_SCHEDULE: EVERY_SECOND });
  opened.defer(() => far.stop());
  return await killUnderLoad(await openCluster(far, pgBouncer, opened), plan);
}

/** Documents go both ways while one of the nodes is killed and started again; then counts what became of them. */
export async function killUnderLoad(
  { cluster, far, nodes, victims }: RunningCluster,
  { kills, seed, lines }: KillPlan,
): Promise<ClusterReport> {
  const [there, back] = await openRoads(cluster, far);
  const startedAt = Date.now();
  const outbound = new RoadLoad('out', there, lines);
  const inbound = new RoadLoad('in', back, lines);
  const killed = victims.map(() => 0);
  const random = randomFrom(seed);
  for (let i = 0; i < kills; i++) {
    await more([outbound, inbound], 1 + Math.floor(random() * MOST_BETWEEN));
    await sleep(random() * 100);
    const victim = Math.floor(random() * victims.length);
    killed[victim] = (killed[victim] ?? 0) + 1;
    await victims[victim]?.kill();
    await victims[victim]?.start();
  }
  const journeys = { outbound: await outbound.end(), inbound: await inbound.end() };
  const seconds = (Date.now() - startedAt) / 1_000;
  return { kills: killed, seconds, ...journeys, readElsewhere: await readAt(nodes, there) };
}

/** So many documents are accepted in each direction. */
async function more(loads: readonly RoadLoad[], count: number): Promise<void> {
  const wanted = loads.map(({ accepted }) => accepted + count);
  const isEnough = async () => loads.every(({ accepted }, i) => accepted >= (wanted[i] ?? 0));
  assert.ok(await until(isEnough, Boolean, LONGEST_MS), 'nothing is accepted any more');
}

async function openCluster(
  far: Pappel,
  pgBouncer: string | undefined,
  opened: AsyncDisposableStack,
): Promise<RunningCluster> {
  const s3 = await startS3();
  opened.defer(() => s3.close());
  const own = await nodesOfOne(far, NODES, { ...s3.env, RETRY_SCHEDULE: EVERY_SECOND });
  const [api, smp, as4] = await Promise.all(
    ['PORT', 'SMP_PORT', 'AS4_PORT'].map((name) => Balancer.before(own.map((env) => Number(env[name])))),
  );
  assert.ok(api && smp && as4);
  for (const balancer of [api, smp, as4]) opened.defer(() => balancer.close());
  const shared = {
    PUBLIC_URL: `http://127.0.0.1:${api.port}`,
    SMP_PUBLIC_URL: `https://127.0.0.1:${smp.port}`,
    AS4_PUBLIC_URL: `https://127.0.0.1:${as4.port}/as4`,
    ...(pgBouncer && (await poolBefore(own[0]?.['DATABASE_URL'] ?? '', pgBouncer, opened))),
  };
  const victims = own.map((env) => new Killable({ ...env, ...shared }));
  for (const victim of victims) opened.defer(() => victim.stop());
  await Promise.all(victims.map((victim) => victim.start()));
  const nodes = victims.map((victim) => victim.asPappel());
  const { PUBLIC_URL } = shared;
  const cluster = {
    ...nodes[0],
    api: PUBLIC_URL,
    call: (method, path, token, body, headers) => request(method, PUBLIC_URL + path, token, body, headers),
  } as Pappel;
  return { cluster, far, nodes, victims };
}

async function openRoads(cluster: Pappel, far: Pappel): Promise<[Road, Road]> {
  const timber = await signUp(cluster);
  await activeParticipant(cluster, timber, TIMBER);
  const fjord = await signUp(far, 'Fjord Furniture AS', 'NO');
  await activeParticipant(far, fjord, FURNITURE);
  const ours = { sender: timber, senderAddress: TIMBER, receiver: fjord, receiverAddress: FURNITURE };
  const theirs = { sender: fjord, senderAddress: FURNITURE, receiver: timber, receiverAddress: TIMBER };
  return [
    { from: cluster, to: far, ...ours },
    { from: far, to: cluster, ...theirs },
  ];
}

/** The last documents that were received, read at each of the nodes. */
async function readAt(nodes: readonly Pappel[], { sender }: Road): Promise<number> {
  const [node] = nodes;
  const { body } = (await node?.call('GET', '/v1/messages?direction=INBOUND&limit=20', sender.key)) ?? {};
  let read = 0;
  for (const { id } of body?.messages ?? []) {
    const answers = await Promise.all(
      nodes.map((one) => one.call('GET', `/v1/messages/${id}/payload`, sender.key)),
    );
    const contents = new Set(answers.map(({ status, body: content }) => `${status} ${content}`));
    assert.equal(contents.size, 1, [...contents].join('\n'));
    assert.match([...contents].join(), /^200 [\s\S]*<\/(?:\w+:)?Invoice>\s*$/);
    read++;
  }
  return read;
}
