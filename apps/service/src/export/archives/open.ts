import type { ClockWork } from '../../platform/jobs/catalog.ts';
import type { JobHandlers } from '../../platform/jobs/work.ts';
import type { Config } from '../../settings/config.ts';
import type { ArchiveDeps } from './go-on.ts';
import { archiveNight } from './night-job.ts';
import { openPlace } from './place.ts';

type Needs = Omit<ArchiveDeps, 'archives'>;

export function openArchive(base: Needs, config: Pick<Config, 'archive' | 'retentionDays'>) {
  const archives = config.archive && openPlace(config.archive);
  const { retentionDays } = config;
  return {
    jobs: {
      'archive.night': { run: () => archiveNight({ ...base, archives, retentionDays }) },
    } satisfies Partial<JobHandlers>,
    clock: (archives ? [{ task: 'archive.night', match: '51 1 * * *' }] : []) satisfies ClockWork[],
  };
}
