import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { freePortSettings } from '../../../scripts/free-ports.ts';
import { startService } from '../src/service.ts';
import { readConfig } from '../src/settings/config.ts';

test('A start that fails half-way stops what it has started, the database too', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pappel-start-'));
  const TRUST_ANCHORS = join(dir, 'anchors.pem');
  writeFileSync(TRUST_ANCHORS, 'no certificates');
  const config = readConfig({ ...(await freePortSettings()), DATA_DIR: dir, TRUST_ANCHORS });
  try {
    await assert.rejects(startService(config, pino({ level: 'silent' })), /TRUST_ANCHORS/);
    assert.ok(existsSync(join(dir, 'postgres/cluster')));
    assert.equal(existsSync(join(dir, 'postgres/cluster/postmaster.pid')), false);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
