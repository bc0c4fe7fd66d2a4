/**
 * `npm run stress:nodes [kills] [seed]`: two nodes with data directories of their own, one PostgreSQL and one S3 behind a
 * balancer, send and receive while one of them is killed again and again; prints what was lost, doubled and asked again.
 * With PGBOUNCER=/usr/sbin/pgbouncer they reach PostgreSQL through that, in transaction mode.
 */
import { stressCluster } from '../localnet/tests/cluster-stress.ts';
import { globalSetup, globalTeardown } from './test-setup.ts';

const [kills = 20, seed = 1] = process.argv.slice(2).map(Number);
await globalSetup();
try {
  const { outbound, inbound, ...rest } = await stressCluster({
    ...{ kills, seed, lines: 4 },
    pgBouncer: process.env['PGBOUNCER'],
  });
  const roads = { 'sent by the nodes': outbound, 'received by the nodes': inbound };
  for (const [name, { refusals, ...journey }] of Object.entries(roads)) console.log(name, journey, refusals);
  const { kills: killed, seconds, readElsewhere } = rest;
  const times = killed.map((count, node) => `node ${node + 1} ${count} times`).join(', ');
  console.log(`killed: ${times}; ${seconds.toFixed(0)} s; ${readElsewhere} payloads read at both nodes`);
  const faults = outbound.lost + outbound.doubled + inbound.lost + inbound.doubled;
  process.exitCode = faults === 0 ? 0 : 1;
} finally {
  await globalTeardown();
}
