import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { abortPartsOlderThan, putInParts } from './payload-s3-parts.ts';
import type { PayloadStore } from './payload-store.ts';

export interface S3Options {
  bucket: string;
  region: string;
  /** For servers other than AWS. */
  endpoint?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  /** Sends a checksum with all that it writes, as a bucket with Object Lock wants it. */
  hasChecksums?: boolean;
}

/** Payloads as objects of one bucket. */
export function s3PayloadStore(options: S3Options): PayloadStore {
  const { bucket: Bucket } = options;
  const client = s3Client(options);
  const head = (Key: string) => unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })));
  return {
    put: async (Key, bytes) => {
      const Body = bytes instanceof Uint8Array ? bytes : Buffer.concat(bytes);
      return putOnce(client, { Bucket, Key, Body, ContentType: 'application/xml' });
    },
    get: async (Key) => {
      const found = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key })));
      return found && buffer(found.Body as Readable);
    },
    putStream: (Key, chunks) => putInParts(client, { Bucket, Key }, chunks, options.hasChecksums),
    stream: async (Key, range) => {
      const Range = range && `bytes=${range.first}-${range.last}`;
      const found = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key, Range })));
      // Of a part: bytes 0-9/100.
      const bytes = range ? Number(found?.ContentRange?.split('/')[1]) : (found?.ContentLength ?? 0);
      return found && { stream: found.Body as Readable, bytes };
    },
    stat: async (Key) => {
      const found = await head(Key);
      return found && { bytes: found.ContentLength ?? 0, storedAt: found.LastModified ?? new Date(0) };
    },
    remove: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    olderThan: (prefix, before) => objectsOlderThan(client, Bucket, prefix, before),
    sweepUnfinished: (prefix, before) => abortPartsOlderThan(client, Bucket, prefix, before),
    presignPut: async (Key, bytes, expiresIn) => {
      const command = new PutObjectCommand({ Bucket, Key, ContentLength: bytes });
      // The length is part of what is signed: S3 takes exactly that many bytes.
      const url = await getSignedUrl(client, command, {
        expiresIn,
        signableHeaders: new Set(['content-length']),
      });
      return { url };
    },
  };
}

function s3Client(options: S3Options): S3Client {
  const { region, endpoint, accessKeyId, secretAccessKey, hasChecksums } = options;
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return new S3Client({
    region,
    endpoint,
    credentials,
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: hasChecksums ? 'WHEN_SUPPORTED' : 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

async function* objectsOlderThan(client: S3Client, Bucket: string, Prefix: string, before: Date) {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key && LastModified && LastModified < before) yield Key;
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

/**
 * S3 refuses to write what is there: 412, or 409 while another request writes it. A server that does not know the condition
 * says 501 or ignores it; the keys that we write are new and nobody else's, so that nothing is there to be replaced.
 */
async function putOnce(client: S3Client, object: PutObjectCommandInput): Promise<boolean> {
  try {
    await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }));
  } catch (error) {
    const { httpStatusCode } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
    if (httpStatusCode === 412 || httpStatusCode === 409) return false;
    if (httpStatusCode !== 501) throw error;
    await client.send(new PutObjectCommand(object));
  }
  return true;
}

async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NoSuchKey' || name === 'NotFound') return undefined;
    throw error;
  }
}
