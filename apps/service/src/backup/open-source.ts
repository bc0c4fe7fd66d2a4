import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { runningPostgresUrl } from '../platform/db/running-postgres.ts';
import { openDataDir } from '../start/data-dir.ts';
import { type Installation, POSTGRES } from './installation.ts';

/**
 * The database of an installation, whether its service runs or not: one elsewhere, the embedded one of a running service,
 * or the embedded one started for this and kept from a service that would start meanwhile.
 */
export async function openSource(
  { dataDir, databaseUrl }: Installation['config'],
  opened: AsyncDisposableStack,
): Promise<Client | { problem: string }> {
  if (!existsSync(join(dataDir, 'node-id')))
    return { problem: `DATA_DIR=${dataDir} holds no installation. Set it as for the service.` };
  const url = databaseUrl ?? (await embeddedUrl(dataDir, opened));
  if (typeof url !== 'string') return url;
  const client = new Client({ connectionString: url, application_name: 'pappel backup' });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    return {
      problem: `The database does not answer (${(error as Error).message}). Is it running, is DATABASE_URL right?`,
    };
  }
  opened.defer(() => client.end());
  return client;
}

async function embeddedUrl(
  dataDir: string,
  opened: AsyncDisposableStack,
): Promise<string | { problem: string }> {
  const folder = join(dataDir, POSTGRES);
  const held = await openDataDir(dataDir, 'nothing: it makes a backup');
  if ('problem' in held) return (await runningPostgresUrl(folder)) ?? held;
  opened.defer(() => held.release());
  if (!existsSync(join(folder, 'initialised')))
    return { problem: `DATA_DIR=${dataDir} holds no database. Set DATABASE_URL as for the service.` };
  const server = await startEmbeddedPostgres(folder, () => undefined);
  opened.defer(() => server.stop());
  return server.url;
}
