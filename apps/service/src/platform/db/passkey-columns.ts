import type { ColumnType } from 'kysely';
import type { Id } from '../ids.ts';

/** What is kept of a passkey, whosever it is. */
export interface PasskeyColumns {
  id: Id<'Passkey'>;
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: ColumnType<string, number | string, number | string>;
  aaguid: string;
  transports: string[];
  created_at: ColumnType<Date, Date | undefined, Date>;
  last_used_at: Date | null;
  /** Since when there seems to be a copy of it. */
  locked_at: Date | null;
}
