import type { S3Options } from '../platform/payload-s3.ts';
import type { Environment } from './settings.ts';

/** Where payloads are kept, when S3_BUCKET says that it is S3. */
export function readS3Options(env: Environment): S3Options | undefined {
  const bucket = env['S3_BUCKET'];
  if (!bucket) return undefined;
  return {
    bucket,
    region: env['S3_REGION'] ?? 'us-east-1',
    endpoint: env['S3_ENDPOINT'],
    accessKeyId: env['S3_ACCESS_KEY_ID'],
    secretAccessKey: env['S3_SECRET_ACCESS_KEY'],
  };
}
