import { Readable } from 'node:stream';
import type { Db } from './db/database.ts';
import { overAll } from './db/roots.ts';
import { newId } from './ids.ts';
import type { PayloadStore } from './payload-store.ts';

/** Uploads up to this size lie in their row: larger ones would make the log of the database the slower way. */
export const FITS_A_ROW = 64 * 1024;

const PREFIX = 'row/';

/** The key of a payload that lies beside it, in `content` of its row of `sftp_files`. */
export const newRowKey = (): string => `${PREFIX}${newId()}`;

export const isInRow = (key: string): boolean => key.startsWith(PREFIX);

/** The same store, which finds those as well. They come and go with their row: there is nothing to put or to remove. */
export function withRowPayloads(db: Db, payloads: PayloadStore): PayloadStore {
  const inRow = async (key: string): Promise<Buffer | undefined> => {
    const row = await overAll(db, 'found')
      .selectFrom('sftp_files')
      .where('payload_key', '=', key)
      .select('content')
      .executeTakeFirst();
    return row?.content ?? undefined;
  };
  return {
    ...payloads,
    get: (key) => (isInRow(key) ? inRow(key) : payloads.get(key)),
    stream: async (key, range) => {
      if (!isInRow(key)) return payloads.stream(key, range);
      const bytes = await inRow(key);
      const part = range ? bytes?.subarray(range.first, range.last + 1) : bytes;
      return bytes && part && { stream: Readable.from([part]), bytes: bytes.length };
    },
    stat: async (key) => {
      if (!isInRow(key)) return payloads.stat(key);
      const row = await overAll(db, 'found')
        .selectFrom('sftp_files')
        .where('payload_key', '=', key)
        .select(['bytes', 'uploaded_at'])
        .executeTakeFirst();
      return row && { bytes: row.bytes, storedAt: row.uploaded_at };
    },
    remove: async (key) => {
      if (!isInRow(key)) await payloads.remove(key);
    },
  };
}
