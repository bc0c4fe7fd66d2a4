import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import type { Config } from '../settings/config.ts';
import { DocumentPages } from './document-pages.ts';
import { checkCounts, foldCounts } from './keep-counts.ts';
import { noteWaiting } from './note-waiting-job.ts';
import { messageOperatorRoutes } from './operator-routes.ts';
import { removeOld } from './remove-old-job.ts';
import { messageRoutes } from './routes.ts';

type Needs = Omit<Parameters<typeof messageRoutes>[0], 'documentPages'> & Parameters<typeof checkCounts>[0];

export function openMessages(
  base: Needs,
  { retentionDays, archive }: Pick<Config, 'retentionDays' | 'archive'>,
  opened: AsyncDisposableStack,
) {
  const isArchived = archive !== undefined;
  const documentPages = new DocumentPages();
  opened.defer(() => documentPages.close());
  return {
    routes: messageRoutes({ ...base, documentPages }),
    operatorRoutes: messageOperatorRoutes(base),
    jobs: {
      'messages.fold-counts': { run: () => foldCounts(base) },
      'messages.check-counts': { run: () => checkCounts(base) },
      'messages.note-waiting': { run: () => noteWaiting(base) },
      'messages.remove-old': { run: () => removeOld({ ...base, retentionDays, isArchived }) },
    } satisfies Partial<JobHandlers>,
    clock: [
      { task: 'messages.fold-counts', match: '* * * * *' },
      { task: 'messages.check-counts', match: '17 2 * * *' },
      { task: 'messages.note-waiting', match: '11 * * * *' },
      { task: 'messages.remove-old', match: '51 1 * * *' },
    ] satisfies ClockWork[],
  };
}
