import type { LastingReader } from '../platform/events/lasting-reader.ts';
import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import type { Config } from '../settings/config.ts';
import { followStatus, nobodyUploaded } from './follow-status.ts';
import { sftpOperatorRoutes } from './operator-routes.ts';
import { type PickUpDeps, pickUp } from './pick-up-job.ts';
import { sftpRoutes } from './routes.ts';
import { type SftpServerDeps, startSftp } from './server.ts';
import { sweepSftp } from './sweep-job.ts';

type Needs = Omit<SftpServerDeps, 'config'> &
  PickUpDeps &
  Omit<Parameters<typeof sftpRoutes>[0], 'config'> &
  Parameters<typeof sftpOperatorRoutes>[0];

export function openSftp(base: Needs, config: Pick<Config, 'host' | 'dataDir' | 'sftp'>) {
  const deps = { ...base, config };
  return {
    routes: sftpRoutes(deps),
    operatorRoutes: sftpOperatorRoutes(deps),
    jobs: {
      'sftp.pick-up': { run: (job) => pickUp(base, job) },
      'sftp.sweep': { run: () => sweepSftp(base) },
    } satisfies Partial<JobHandlers>,
    clock: [{ task: 'sftp.sweep', match: '29 * * * *' }] satisfies ClockWork[],
    reader: { onEvents: followStatus, nobodyCares: nobodyUploaded } satisfies LastingReader,
    /** Answers how to end it. */
    start: async (): Promise<() => Promise<void>> => {
      const server = await startSftp(deps);
      return async () => server?.close();
    },
  };
}
