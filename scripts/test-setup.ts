import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../apps/service/src/platform/db/embedded-postgres.ts';

let stop: (() => Promise<void>) | undefined;
const dir = mkdtempSync(join(tmpdir(), 'pappel-test-postgres-'));

/** One real PostgreSQL for all test files; each makes a database of its own on it. */
export async function globalSetup(): Promise<void> {
  const server = await startEmbeddedPostgres(dir, () => undefined);
  process.env['TEST_DATABASE_URL'] = server.url;
  stop = server.stop;
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
  rmSync(dir, { recursive: true, force: true });
}
