import { resolve } from 'node:path';
import type { S3Options } from '../platform/payload-s3.ts';
import { s3OptionsOf } from './s3.ts';
import type { Settings } from './settings.ts';

/** Where documents are archived before retention removes them. */
export type ArchivePlace = { folder: string } | { s3: S3Options };

/** Undefined where they are removed without. */
export function readArchivePlace(settings: Settings): ArchivePlace | undefined {
  const folder = settings.text('ARCHIVE_DIR');
  const bucket = settings.text('ARCHIVE_S3_BUCKET');
  if (folder && bucket)
    settings.problem('ARCHIVE_DIR and ARCHIVE_S3_BUCKET are both set. Set the one where archives are kept.');
  if (bucket) return { s3: s3OptionsOf(settings, bucket) };
  return folder ? { folder: resolve(folder) } : undefined;
}
