import type { LastingReader } from '../platform/events/lasting-reader.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import type { Config } from '../settings/config.ts';
import { giveUpDigest, mailDigest } from './digest-job.ts';
import { mailNotice, NOTICE_TRIES } from './mail-job.ts';
import { noteNotices } from './note-notices.ts';
import { noticeRoutes } from './routes.ts';

type Needs = Omit<Parameters<typeof mailDigest>[0], 'publicUrl'>;

export function openNotices(base: Needs, { publicUrl }: Pick<Config, 'publicUrl'>) {
  const deps = { ...base, publicUrl };
  return {
    routes: noticeRoutes(base),
    jobs: {
      'notices.digest': {
        run: (job) => mailDigest(deps, job),
        end: (job) => giveUpDigest(base, job),
        tries: () => NOTICE_TRIES,
      },
      'notices.mail': {
        run: (job) => mailNotice(deps, job),
        end: async () => undefined,
        tries: () => NOTICE_TRIES,
      },
    } satisfies Partial<JobHandlers>,
    // A mail gathers many of them anyway.
    reader: { ...noteNotices(base.mailer !== undefined), gatherMs: 500 } satisfies LastingReader,
  };
}
