import type { KeyMaterial } from '@pappel/pki/key-material';
import type { Logger } from 'pino';
import { type Db, transaction } from '../platform/db/database.ts';
import type { Health } from '../platform/health.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import type { Turns } from '../platform/turns.ts';
import type { Provider } from '../provider/provider.ts';
import type { Config } from '../settings/config.ts';
import { endRegistration } from './end-registration.ts';
import { followEndpoint } from './follow-endpoint.ts';
import { indexParticipant, refreshParticipant } from './index-job.ts';
import { followMovedAway, watchMigration } from './migrate-job.ts';
import { endpointOf, openPublisher, type PublishingClients } from './open-publisher.ts';
import { publishParticipant, withdrawFromNetwork } from './publish-job.ts';
import { registerProvider } from './register-provider-job.ts';
import { registerSmp } from './register-smp.ts';
import { publicationRoutes } from './routes.ts';

interface Needs extends PublishingClients {
  db: Db;
  identity: { accessPoint: KeyMaterial };
  provider: Provider;
  log: Logger;
  health: Health;
  nodeTurns: Turns;
}
type Settings = Pick<Config, 'smp' | 'smpPublicUrl' | 'as4PublicUrl' | 'contact' | 'autoApprove' | 'host'>;

export function openPublication(base: Needs, settings: Settings) {
  const publisher = openPublisher(settings, base.identity, base);
  const deps = { ...base, publisher, autoApprove: settings.autoApprove };
  return {
    routes: publicationRoutes(deps),
    jobs: {
      'participants.publish': {
        run: (job) => publishParticipant(deps, job),
        end: (job) => endRegistration(deps, job),
      },
      'participants.withdraw': { run: (job) => withdrawFromNetwork(deps, job) },
      'participants.refresh': { run: (job) => refreshParticipant(deps, job) },
      'participants.index': { run: (job) => indexParticipant(deps, job) },
      'participants.watch-migration': { run: (job) => watchMigration(deps, job) },
      'participants.follow': { run: (job) => followMovedAway(deps, job) },
      'smp.register-provider': { run: () => registerProvider(deps) },
    } satisfies Partial<JobHandlers>,
    /** Tells the SML of our SMP, and the SMP of ourselves: both again at every start, as either may have moved. */
    start: async (ending: AbortSignal): Promise<void> => {
      const { smpPublicUrl, smp, host } = settings;
      await registerSmp({ ...base, smpPublicUrl, isElsewhere: smp.external !== undefined }, host, ending);
      if (smp.external) await followEndpoint(base.db, smpPublicUrl, endpointOf(settings, base.identity));
      const key = 'smp.register-provider' as const;
      await transaction(base.db, (tx) => enqueue(tx, key, {}, { key }));
    },
  };
}
