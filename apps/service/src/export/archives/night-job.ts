import { endOfRetention } from '../../messages/old.ts';
import { NotYet } from '../../platform/jobs/not-yet.ts';
import { archiveOld } from './archive-old.ts';
import type { ArchiveDeps } from './go-on.ts';
import { forgetKept } from './lost.ts';

/** Then somebody else's jobs have their turn. */
const TURN_MS = 60_000;
/** Somebody may be at what is left. */
const PAUSE_SECONDS = 5;

/** Every night: archives what is old, and removes what is archived. What cannot be done is seen among the jobs that fail. */
export async function archiveNight(
  deps: Omit<ArchiveDeps, 'archives'> & {
    archives: ArchiveDeps['archives'] | undefined;
    retentionDays: number;
  },
): Promise<void> {
  const { archives, retentionDays } = deps;
  if (!archives) return;
  const before = endOfRetention(retentionDays);
  await forgetKept(deps.db, before);
  const ran = await archiveOld({ ...deps, archives }, { before, until: Date.now() + TURN_MS });
  const [failure] = ran.failures;
  if (failure) throw failure;
  if (!ran.isDone) throw new NotYet('there is more to archive', PAUSE_SECONDS);
  const { count, some } = ran.lost;
  const more = count > some.length ? ' …' : '';
  if (count > 0)
    throw new Error(
      `${count} old documents have no bytes in the payload store: ${some.join(', ')}${more}. They were not archived and not removed. See pappel archive --lost`,
    );
}
