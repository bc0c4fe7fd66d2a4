import type { Server } from 'node:http';
import type { Health } from '../platform/health.ts';
import type { Cursors } from '../platform/http/page.ts';
import type { JobRunner } from '../platform/jobs/run.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import type { Config } from '../settings/config.ts';
import { failingRoutes } from './failing-routes.ts';
import { addGauges, type GaugeDeps } from './gauges.ts';
import { lookAtDatabase, lookAtDisk, lookAtJobs, lookAtListening, lookAtPayloads } from './looks.ts';
import { figureRoutes, serviceRoutes } from './operator-routes.ts';
import type { ServiceDeps } from './service-health.ts';

type Needs = Omit<GaugeDeps, 'config' | 'streams'> &
  Omit<ServiceDeps, 'network' | 'environment'> & { health: Health; payloads: PayloadStore; cursors: Cursors };

/** What this process has of them; the rest is for others. */
export interface Watched {
  worker: JobRunner | undefined;
  servers: Partial<Record<'api' | 'smp' | 'as4', { server: Server }>>;
}

export function openHealth(
  base: Needs,
  config: Pick<Config, 'dataDir' | 'network' | 'environment'>,
  streams: { count(): number },
) {
  const { health, database, payloads } = base;
  const service = { ...base, network: config.network, environment: config.environment };
  return {
    operatorRoutes: serviceRoutes(service),
    figureRoutes: figureRoutes(service),
    failingRoutes: failingRoutes(service),
    /** From now on it is looked whether all is well, and figures can be asked for. */
    watch: async ({ worker, servers }: Watched): Promise<void> => {
      const listening = Object.entries(servers).map(([part, { server }]) => [part, lookAtListening(server)]);
      await health.watch({
        database: lookAtDatabase(database.connection.connectionString ?? '', database.pool),
        disk: lookAtDisk(config.dataDir),
        payloads: lookAtPayloads(payloads),
        ...(worker && { jobs: lookAtJobs(worker, database.pool) }),
        ...Object.fromEntries(listening),
      });
      addGauges({ ...base, config, streams });
    },
  };
}
