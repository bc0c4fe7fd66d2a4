import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import type { Config } from '../settings/config.ts';
import { exportsForClosing } from './for-closing.ts';
import { exportRoutes } from './routes.ts';
import { sweepExports, sweepStrayExports } from './sweep-job.ts';
import { ExportWriter, type WriterDeps } from './writer.ts';

type Needs = WriterDeps & Omit<Parameters<typeof exportRoutes>[0], 'publicUrl'>;

export function openExport(
  base: Needs,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  opened: AsyncDisposableStack,
) {
  const exports = new ExportWriter(base);
  opened.defer(() => exports.stop());
  return {
    routes: exportRoutes({ ...base, publicUrl }),
    jobs: {
      // It is written beside the workers.
      'export.write': { run: async () => exports.wake() },
      'export.sweep': { run: () => sweepExports({ ...base, exports }) },
      'export.sweep-strays': { run: () => sweepStrayExports(base) },
    } satisfies Partial<JobHandlers>,
    clock: [
      { task: 'export.sweep', match: '* * * * *' },
      { task: 'export.sweep-strays', match: '47 3 * * *' },
    ] satisfies ClockWork[],
    /** For the room that closes accounts. */
    forClosing: exportsForClosing({ ...base, publicUrl }),
    start: () => exports.start(),
  };
}
