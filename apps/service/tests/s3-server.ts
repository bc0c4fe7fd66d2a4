import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from 's3rver';
import { freePorts } from '../../../scripts/free-ports.ts';
import type { S3Options } from '../src/platform/payload-s3.ts';

/** The path of a versitygw, in place of s3rver: a server that is used in earnest, and knows conditions and checksums. */
const { S3_SERVER } = process.env;
const KEY = 'S3RVER';
const BUCKET = 'payloads';

export interface S3Server {
  /** Settings of a service that keeps its payloads there. */
  env: Record<'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>;
  /** One of its buckets. */
  bucket(name: string): S3Options;
  close(): Promise<void>;
}

/** Whether a key that is taken is told from one that is free. s3rver ignores the condition. */
export const KNOWS_CONDITIONS = S3_SERVER !== undefined;

/** An S3 on a free port, with a bucket `payloads` and further ones. */
export async function startS3(...further: string[]): Promise<S3Server> {
  const buckets = [BUCKET, ...further];
  const [port = 0] = await freePorts(1);
  const directory = mkdtempSync(join(tmpdir(), 'pappel-s3-'));
  const stop = S3_SERVER
    ? await startVersity(S3_SERVER, { directory, port, buckets })
    : await startS3rver({ directory, port, buckets });
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    env: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    bucket: (name) => ({
      bucket: name,
      region: 'us-east-1',
      endpoint,
      accessKeyId: KEY,
      secretAccessKey: KEY,
    }),
    close: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Place {
  directory: string;
  port: number;
  buckets: string[];
}

async function startS3rver({ directory, port, buckets }: Place): Promise<() => Promise<void>> {
  const configureBuckets = buckets.map((name) => ({ name, configs: [] }));
  const server = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets });
  await server.run();
  return () => server.close();
}

/** A folder of it is a bucket. */
async function startVersity(path: string, { directory, port, buckets }: Place): Promise<() => Promise<void>> {
  for (const name of buckets) mkdirSync(join(directory, name));
  const child = spawn(
    path,
    ['--port', `127.0.0.1:${port}`, '--health', '/health', '--quiet', 'posix', directory],
    {
      env: { PATH: process.env['PATH'] ?? '', ROOT_ACCESS_KEY: KEY, ROOT_SECRET_KEY: KEY },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (child.exitCode === null) {
    const isUp = await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    await sleep(50);
  }
  if (child.exitCode !== null) throw new Error(`${path} ended with status ${child.exitCode}`);
  return async () => {
    child.kill();
    await ended;
  };
}
