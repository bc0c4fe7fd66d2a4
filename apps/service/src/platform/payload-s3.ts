import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { PayloadStore } from './payload-store.ts';

export interface S3Options {
  bucket: string;
  region: string;
  /** For servers other than AWS. */
  endpoint?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
}

/** Payloads as objects of one bucket. */
export function s3PayloadStore(options: S3Options): PayloadStore {
  const { bucket: Bucket } = options;
  const client = s3Client(options);
  const head = (Key: string) => unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })));
  return {
    put: async (Key, bytes) => {
      const Body = bytes instanceof Uint8Array ? bytes : Buffer.concat(bytes);
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/xml' }));
    },
    get: async (Key) => {
      const found = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key })));
      return found && buffer(found.Body as Readable);
    },
    stream: async (Key) => {
      const found = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key })));
      return found && { stream: found.Body as Readable, bytes: found.ContentLength ?? 0 };
    },
    size: async (Key) => (await head(Key))?.ContentLength,
    remove: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    olderThan: (prefix, before) => objectsOlderThan(client, Bucket, prefix, before),
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
  const { region, endpoint, accessKeyId, secretAccessKey } = options;
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return new S3Client({
    region,
    endpoint,
    credentials,
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
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

async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NoSuchKey' || name === 'NotFound') return undefined;
    throw error;
  }
}
