import type { JobHandlers } from '../platform/jobs/work.ts';
import type { Config } from '../settings/config.ts';
import { eraseTrail } from './erase-trail-job.ts';
import { MAIL_TRIES } from './links.ts';
import { userRoutes } from './routes.ts';
import { mailForgotten, sendLink } from './send-link-job.ts';

type Needs = Omit<Parameters<typeof userRoutes>[0], 'erasureEnabled'>;

export function openUsers(
  base: Needs,
  { erasureEnabled, publicUrl }: Pick<Config, 'erasureEnabled' | 'publicUrl'>,
) {
  return {
    routes: userRoutes({ ...base, erasureEnabled }),
    jobs: {
      'users.send-link': {
        run: (job) => sendLink({ ...base, publicUrl }, job),
        // The person can be sent another one.
        end: async () => undefined,
        tries: ({ kind }) => MAIL_TRIES[kind],
      },
      'users.forgot': { run: (job) => mailForgotten(base, job) },
      'users.erase-trail': { run: (job) => eraseTrail(base, job) },
    } satisfies Partial<JobHandlers>,
  };
}
