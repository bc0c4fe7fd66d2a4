import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { freePorts } from '../../../scripts/free-ports.ts';
import { readConfig } from '../src/config.ts';
import { startService } from '../src/service.ts';

test('A start that fails half-way stops what it has started, the database too', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pappel-start-'));
  const [PORT, OPERATOR_PORT, SMP_PORT, AS4_PORT = 0] = await freePorts(4);
  const taken = createServer().listen(AS4_PORT, '127.0.0.1');
  const env = { PORT, OPERATOR_PORT, SMP_PORT, AS4_PORT, SFTP_PORT: 'off', DATA_DIR: dir, NETWORK: 'local' };
  const config = readConfig(
    Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
  );
  try {
    await assert.rejects(startService(config, pino({ level: 'silent' })), { code: 'EADDRINUSE' });
    assert.ok(existsSync(join(dir, 'postgres/cluster')));
    assert.equal(existsSync(join(dir, 'postgres/cluster/postmaster.pid')), false);
  } finally {
    taken.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
