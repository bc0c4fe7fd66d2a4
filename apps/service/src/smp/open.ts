import type { KeyMaterial } from '@pappel/pki/key-material';
import type { HttpServer } from '../platform/http/http-server.ts';
import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import type { Config } from '../settings/config.ts';
import { addSmpRoutes } from './routes.ts';
import type { SmpServerDeps } from './service-metadata.ts';
import { sweepSmp } from './sweep-job.ts';
import { addSmpWriteRoutes, type WriterDeps } from './write-routes.ts';

type Needs = Pick<SmpServerDeps, 'db' | 'provider'> &
  Omit<WriterDeps, 'writer' | 'smpPublicUrl'> & { identity: { smp: KeyMaterial; accessPoint: KeyMaterial } };
type Settings = Pick<Config, 'smpPublicUrl' | 'as4PublicUrl' | 'contact' | 'smp'>;

export function openSmp(base: Needs, { smpPublicUrl, as4PublicUrl, contact, smp: { writer } }: Settings) {
  return {
    /** What the network reads of our participants, and who runs our SMP alone writes. */
    addTo: (server: HttpServer): void => {
      const { smp: smpKey, accessPoint: accessPointKey } = base.identity;
      addSmpRoutes(server, { ...base, smpKey, accessPointKey, smpPublicUrl, as4PublicUrl, contact });
      addSmpWriteRoutes(server, { ...base, smpPublicUrl, writer });
    },
    jobs: { 'smp.sweep': { run: () => sweepSmp(base) } } satisfies Partial<JobHandlers>,
    clock: [{ task: 'smp.sweep', match: '53 3 * * *' }] satisfies ClockWork[],
  };
}
