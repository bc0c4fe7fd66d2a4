import type { Selectable } from 'kysely';
import type { PasskeyColumns } from '../db/passkey-columns.ts';
import type { Id } from '../ids.ts';

export interface PasskeyView {
  id: Id<'Passkey'>;
  name: string;
  aaguid: string;
  transports: string[];
  createdAt: string;
  lastUsedAt?: string;
  /** Since when it opens nothing, because there seems to be a copy of it. */
  lockedAt?: string;
}

/** A passkey as people see it: never its key. [PKY-7] */
export const viewOfPasskey = (row: Selectable<PasskeyColumns>): PasskeyView => ({
  id: row.id,
  name: row.name,
  aaguid: row.aaguid,
  transports: row.transports,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString(),
  lockedAt: row.locked_at?.toISOString(),
});
