import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { isParticipantStatus } from './participant.ts';
import { type ParticipantView, participantViews } from './view.ts';

const MOST = 500;

/** Participants of every account, oldest first, for the operator to work through. */
export async function listForOperator(
  deps: { db: Db },
  status: string | undefined,
): Promise<ParticipantView[]> {
  let query = overAll(deps.db, 'operator')
    .selectFrom('participants')
    .selectAll()
    .orderBy('created_at')
    .limit(MOST);
  if (status !== undefined && !isParticipantStatus(status)) return [];
  if (status) query = query.where('status', '=', status);
  return participantViews(deps.db, await query.execute());
}
