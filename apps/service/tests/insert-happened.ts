import { randomUUID } from 'node:crypto';
import type { Db } from '../src/platform/db/database.ts';
import { overAll } from '../src/platform/db/roots.ts';
import type { PappelEvent } from '../src/platform/events/event.ts';
import { insertEvents } from '../src/platform/events/record.ts';
import { type Account, TIMBER } from './harness.ts';

/** Commits so many events at once, of which `data.participantId` is the mark that is answered. */
export async function insertHappened(
  db: Db,
  account: Account,
  count: number,
  fields: Partial<PappelEvent> = {},
): Promise<string[]> {
  const marks = Array.from({ length: count }, () => randomUUID());
  const events = marks.map(
    (mark) =>
      ({
        accountId: account.accountId,
        companyId: account.companyId,
        type: 'participant.active',
        data: { participantId: mark, address: TIMBER, status: 'ACTIVE' },
        ...fields,
      }) as PappelEvent,
  );
  await insertEvents(events).execute(overAll(db, 'job'));
  return marks;
}
