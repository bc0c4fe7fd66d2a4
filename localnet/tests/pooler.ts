import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../../apps/service/tests/harness.ts';
import { freePorts } from '../../scripts/free-ports.ts';

/** It will not run as root. */
const NOBODY = 65_534;

/** A PgBouncer in transaction mode before the server of this database; settings that lead through it, and past it. */
export async function poolBefore(
  url: string,
  program: string,
  opened: AsyncDisposableStack,
): Promise<{ DATABASE_URL: string; DATABASE_DIRECT_URL: string }> {
  const [port = 0] = await freePorts(1);
  const direct = new URL(url);
  const through = new URL(url);
  through.port = String(port);
  const home = mkdtempSync(join(tmpdir(), 'pappel-pooler-'));
  opened.defer(() => rmSync(home, { recursive: true }));
  chmodSync(home, 0o755);
  const file = join(home, 'pgbouncer.ini');
  const { hostname, username, password } = direct;
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${direct.port} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
`,
  );
  const isRoot = process.getuid?.() === 0;
  const bouncer = spawn(program, ['-q', file], {
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  opened.defer(async () => {
    if (bouncer.exitCode === null && bouncer.kill('SIGKILL')) await once(bouncer, 'exit');
  });
  assert.ok(await until(() => doesAnswer(through.href), Boolean), 'PgBouncer does not answer');
  return { DATABASE_URL: through.href, DATABASE_DIRECT_URL: direct.href };
}

async function doesAnswer(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
