import type { MessageLevelStatus } from '@pappel/mls/status';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { StoredMls } from '../platform/db/tables.ts';
import { recordEvent } from '../platform/events/record.ts';
import { type MessageRow, messageEvent } from './transition.ts';

/** Under which the job waits that answers an inbound document with a status. */
export const statusJobKey = (messageId: string): string => `inbound.mls:${messageId}`;

const STATUS_OF = { AP: 'ACCEPTED', AB: 'ACKNOWLEDGED', RE: 'REJECTED' } as const;
/** As many as findings are kept. */
const ISSUES_KEPT = 100;

/**
 * Writes down the status that came for a document, with its event; false when one came before, which stays. The only
 * UPDATE of it besides the PENDING that acceptance sets where an answer is asked for.
 */
export async function applyMls(
  tx: Tx,
  message: MessageRow,
  mls: MessageLevelStatus,
  receivedAt: Date,
): Promise<boolean> {
  const view: StoredMls = {
    status: STATUS_OF[mls.code],
    code: mls.code,
    ...(mls.description === undefined ? {} : { description: mls.description }),
    receivedAt: receivedAt.toISOString(),
    ...(mls.issues.length === 0 ? {} : { issues: mls.issues.slice(0, ISSUES_KEPT) }),
  };
  const changed = await overAll(tx, 'found')
    .updateTable('messages')
    .set({ mls: JSON.stringify(view), updated_at: new Date() })
    .where('id', '=', message.id)
    .where(sql<boolean>`coalesce(mls->>'status', 'PENDING') = 'PENDING'`)
    .returningAll()
    .executeTakeFirst();
  if (!changed) return false;
  await recordEvent(tx, messageEvent(changed, 'document.mls_received', { mls: eventMls(view) }));
  return true;
}

/** An event stays small: the issues are a GET away. [EVT-4] */
const eventMls = ({ issues, ...mls }: StoredMls) => ({ ...mls, issueCount: issues?.length ?? 0 });
