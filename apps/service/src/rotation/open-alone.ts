import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import type { Config } from '../settings/config.ts';
import { openDataDir } from '../start/data-dir.ts';

/** As long as a node may be silent and yet live. */
const ALIVE_SECONDS = 30;

/** The database of an installation of which no node runs; kept from those that would start meanwhile on this DATA_DIR. */
export async function openAlone(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  opened: AsyncDisposableStack,
): Promise<Client | { problem: string }> {
  if (!existsSync(join(dataDir, 'node-id')))
    return { problem: `DATA_DIR=${dataDir} holds no installation. Set it as for the service.` };
  const held = await openDataDir(dataDir, 'nothing: its secret key is changed');
  if ('problem' in held) return held;
  opened.defer(() => held.release());
  const server = databaseUrl
    ? undefined
    : await startEmbeddedPostgres(join(dataDir, 'postgres'), () => undefined);
  opened.defer(async () => server?.stop());
  const client = new Client({ connectionString: databaseUrl ?? server?.url });
  client.on('error', () => undefined);
  await client.connect();
  opened.defer(() => client.end());
  const { rows } = await client.query<{ node_id: string; host: string }>(
    'select node_id, host from nodes where seen_at > now() - make_interval(secs => $1)',
    [ALIVE_SECONDS],
  );
  if (rows[0])
    return {
      problem: `The node on ${rows[0].host} runs, or ended less than ${ALIVE_SECONDS} s ago. Stop every node first.`,
    };
  return client;
}
