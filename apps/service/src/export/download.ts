import type { Readable } from 'node:stream';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { ByteRange, PayloadStore } from '../platform/payload-store.ts';
import { exportOf, isOpen } from './link.ts';

export interface Download {
  stream: Readable;
  fileName: string;
  etag: string;
  bytes: number;
  /** Of a part. */
  range?: ByteRange;
}

/** The bytes behind a link, or the part of them that was asked for, so that a download that broke off goes on. [EXP-3] */
export async function downloadExport(
  deps: { db: Db; payloads: PayloadStore; secretKey: Buffer },
  token: string,
  asked: { range?: string | undefined; ifRange?: string | undefined },
): Promise<Download> {
  const id = exportOf(deps.secretKey, token);
  const row =
    id &&
    (await overAll(deps.db, 'sign-in')
      .selectFrom('exports')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst());
  if (!row || !isOpen(row) || !row.object_key)
    throw new AppError('NOT_FOUND', { message: 'This link is unknown or expired. Ask for a new export.' });
  const bytes = Number(row.bytes);
  const etag = `"${row.sha256}"`;
  const isSame = asked.ifRange === undefined || asked.ifRange === etag;
  const range = isSame && asked.range !== undefined ? rangeOf(asked.range, bytes) : undefined;
  const found = await deps.payloads.stream(row.object_key, range);
  if (!found) throw new AppError('NOT_FOUND');
  const fileName = `pappel-export-${row.created_at.toISOString().slice(0, 10)}-${row.id}.zip`;
  return { stream: found.stream, fileName, etag, bytes, range };
}

/** One range of bytes; what is of another kind, or several, is answered with all of it [RFC 9110 14.2]. */
function rangeOf(text: string, bytes: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  if (first >= bytes || (from === '' && Number(to) === 0)) throw new AppError('RANGE_NOT_SATISFIABLE');
  return { first, last };
}
