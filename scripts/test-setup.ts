import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../apps/service/src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../apps/service/src/platform/db/embedded-postgres.ts';
import { migrate } from '../apps/service/src/platform/db/migrate.ts';
import { prepareJobs } from '../apps/service/src/platform/jobs/run.ts';
import { openLocalPki } from '../localnet/src/local-pki.ts';

let stop: (() => Promise<void>) | undefined;
const dir = mkdtempSync(join(tmpdir(), 'pappel-test-postgres-'));
const authority = mkdtempSync(join(tmpdir(), 'pappel-test-authority-'));
const TEMPLATE = 'pappel_template';
/** Several files run at once, and some start nodes of several processes. */
const CONNECTIONS = 400;

/**
 * One real PostgreSQL for all test files. Each makes databases of its own on it, as copies of one with our tables. And one
 * certificate authority, which their local networks begin with: four RSA keys are a third of a start.
 */
export async function globalSetup(): Promise<void> {
  const server = await startEmbeddedPostgres(dir, () => undefined, CONNECTIONS);
  stop = server.stop;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  // No test pulls the plug of the machine, and none of the many databases lives long enough to be vacuumed.
  for (const setting of ['fsync = off', 'full_page_writes = off', "autovacuum_naptime = '1h'"])
    await client.query(`alter system set ${setting}`);
  await client.query('select pg_reload_conf()');
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await fill(server.url.replace(/[^/]+$/, TEMPLATE));
  process.env['TEST_DATABASE_URL'] = server.url;
  // Each test file is a process of its own, and most load the whole service.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../.scratch/compiled');
  process.env['TEST_DATABASE_TEMPLATE'] = TEMPLATE;
  await openLocalPki(authority);
  process.env['TEST_LOCAL_AUTHORITY'] = authority;
}

async function fill(url: string): Promise<void> {
  const { pool, close } = openDatabase(url, { onError: () => undefined });
  await migrate(pool);
  await prepareJobs(pool);
  await close();
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
  for (const made of [dir, authority]) rmSync(made, { recursive: true, force: true });
}
