import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import { DocumentPages } from './document-pages.ts';
import { noteWaiting } from './note-waiting-job.ts';
import { messageOperatorRoutes } from './operator-routes.ts';
import { messageRoutes } from './routes.ts';

type Needs = Omit<Parameters<typeof messageRoutes>[0], 'documentPages'>;

export function openMessages(base: Needs, opened: AsyncDisposableStack) {
  const documentPages = new DocumentPages();
  opened.defer(() => documentPages.close());
  return {
    routes: messageRoutes({ ...base, documentPages }),
    operatorRoutes: messageOperatorRoutes(base),
    jobs: {
      'messages.note-waiting': { run: () => noteWaiting(base) },
    } satisfies Partial<JobHandlers>,
    clock: [{ task: 'messages.note-waiting', match: '11 * * * *' }] satisfies ClockWork[],
  };
}
