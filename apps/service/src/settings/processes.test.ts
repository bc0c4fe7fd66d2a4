import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectConfig } from './config.ts';

const DATABASE_URL = 'postgres://pappel@db.example.com/pappel';

test('One process has all roles unless PROCESSES and ROLES say otherwise', () => {
  const { config, problems } = inspectConfig({});
  assert.deepEqual(problems, []);
  assert.equal(config.processes, 1);
  assert.deepEqual([...config.roles], ['http', 'network', 'worker', 'sftp']);
  const some = inspectConfig({ PROCESSES: 'auto', ROLES: ' worker,http', DATABASE_URL });
  assert.deepEqual(some.problems, []);
  assert.equal(some.config.processes, 'auto');
  assert.deepEqual([...some.config.roles], ['http', 'worker']);
});

for (const [env, problem] of [
  [{ PROCESSES: '0' }, 'PROCESSES=0 is not a number from 1 to 128. Set one of them, or auto.'],
  [{ PROCESSES: 'all' }, 'PROCESSES=all is not a number from 1 to 128. Set one of them, or auto.'],
  [
    { ROLES: 'http,https,', DATABASE_URL },
    'ROLES=http,https,: "https", "" is not one of http, network, worker, sftp. Name those that this node is to have, by commas.',
  ],
  [
    { ROLES: 'http,network' },
    'ROLES=http,network leaves work to other nodes, which need the same database. Set DATABASE_URL, or name http, network, worker too.',
  ],
  [
    { ROLES: 'sftp', SFTP_PORT: 'off', DATABASE_URL },
    'ROLES=sftp has nothing to do, as SFTP_PORT is off. Set a port, or other roles.',
  ],
  [
    { ROLES: 'sftp', PROCESSES: '4', DATABASE_URL },
    'ROLES=sftp is the work of one process. Set PROCESSES=1 in place of 4.',
  ],
] as const)
  test(`${JSON.stringify(env)} is refused: ${problem}`, () => {
    assert.deepEqual(inspectConfig(env).problems, [problem]);
  });

test('What needs a database of all nodes may do without one where only SFTP is left out', () => {
  assert.deepEqual(inspectConfig({ ROLES: 'http,network,worker' }).problems, []);
});
