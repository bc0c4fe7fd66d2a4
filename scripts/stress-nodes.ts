/**
 * `npm run stress:nodes [kills] [seed]`: two nodes with data directories of their own, one PostgreSQL and one S3 behind a
 * balancer, send and receive while one of them is killed again and again; prints what was lost, doubled and asked again.
 * With PGBOUNCER=/usr/sbin/pgbouncer they reach PostgreSQL through that, in transaction mode. With
 * COMPOSE='docker compose -f ops/two-nodes/compose.yml' they are the containers of that file.
 */
import {
  type ClusterReport,
  type KillPlan,
  killUnderLoad,
  stressCluster,
} from '../localnet/tests/cluster-stress.ts';
import { openComposed } from '../localnet/tests/composed.ts';
import { globalSetup, globalTeardown } from './test-setup.ts';

const [kills = 20, seed = 1] = process.argv.slice(2).map(Number);
const { COMPOSE, PGBOUNCER } = process.env;
const plan = { kills, seed, lines: 4 };
const report = await (COMPOSE ? inContainers(COMPOSE, plan) : inProcesses(plan));
process.exitCode = print(report) === 0 ? 0 : 1;

async function inContainers(command: string, plan: KillPlan): Promise<ClusterReport> {
  await using opened = new AsyncDisposableStack();
  return await killUnderLoad(await openComposed(command, opened), plan);
}

async function inProcesses(plan: KillPlan): Promise<ClusterReport> {
  await globalSetup();
  try {
    return await stressCluster({ ...plan, pgBouncer: PGBOUNCER });
  } finally {
    await globalTeardown();
  }
}

/** Answers the number of faults. */
function print({ outbound, inbound, ...rest }: ClusterReport): number {
  const roads = { 'sent by the nodes': outbound, 'received by the nodes': inbound };
  for (const [name, { refusals, ...journey }] of Object.entries(roads)) console.log(name, journey, refusals);
  const { kills: killed, seconds, readElsewhere } = rest;
  const times = killed.map((count, node) => `node ${node + 1} ${count} times`).join(', ');
  console.log(`killed: ${times}; ${seconds.toFixed(0)} s; ${readElsewhere} payloads read at both nodes`);
  return outbound.lost + outbound.doubled + inbound.lost + inbound.doubled;
}
