import type { S3Options } from '../platform/payload-s3.ts';
import type { Settings } from './settings.ts';

/** Where payloads are kept, when S3_BUCKET says that it is S3. */
export function readS3Options(settings: Settings): S3Options | undefined {
  const bucket = settings.text('S3_BUCKET');
  return bucket ? s3OptionsOf(settings, bucket) : undefined;
}

/** A bucket of the service that the settings name. */
export const s3OptionsOf = (settings: Settings, bucket: string): S3Options => ({
  bucket,
  region: settings.text('S3_REGION') ?? 'us-east-1',
  endpoint: settings.text('S3_ENDPOINT'),
  accessKeyId: settings.text('S3_ACCESS_KEY_ID'),
  secretAccessKey: settings.text('S3_SECRET_ACCESS_KEY'),
});
