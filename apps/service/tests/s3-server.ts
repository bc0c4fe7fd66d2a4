import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { freePorts } from '../../../scripts/free-ports.ts';

const BUCKET = 'payloads';

/** An S3 that keeps what it is given until it is closed, and the settings with which payloads are kept there. */
export async function startS3(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const [port = 0] = await freePorts(1);
  const directory = mkdtempSync(join(tmpdir(), 'pappel-s3-'));
  const configureBuckets = [{ name: BUCKET, configs: [] }];
  const server = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets });
  await server.run();
  return {
    env: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
