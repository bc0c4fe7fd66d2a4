import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ExportId, parseId } from '../platform/ids.ts';
import { sealingKey } from '../platform/seal.ts';
import type { ExportRow } from './export.ts';

export interface LinkDeps {
  secretKey: Buffer;
  publicUrl: string;
}

/** Where a finished export can be downloaded, for who has the link; undefined before, and after its time. */
export function downloadUrl({ secretKey, publicUrl }: LinkDeps, row: ExportRow): string | undefined {
  if (!isOpen(row)) return undefined;
  return `${publicUrl}/v1/exports/${row.id}.${signatureOf(secretKey, row.id)}`;
}

/** The export that a link is for, if we signed it. Whether its time is over stands in its row. */
export function exportOf(secretKey: Buffer, token: string): ExportId | undefined {
  const [id = '', signature = '', ...rest] = token.split('.');
  const exportId = parseId<'Export'>(id);
  if (!exportId || rest.length > 0) return undefined;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secretKey, exportId))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? exportId : undefined;
}

export const isOpen = (row: ExportRow): boolean =>
  row.status === 'DONE' && row.expires_at !== null && row.expires_at > new Date();

const signatureOf = (secretKey: Buffer, id: ExportId): string =>
  createHmac('sha256', sealingKey(secretKey, 'export links')).update(id).digest('base64url');
