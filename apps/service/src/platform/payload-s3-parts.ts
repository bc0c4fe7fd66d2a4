import {
  AbortMultipartUploadCommand,
  ChecksumAlgorithm,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** S3 takes 10,000 parts: these hold 160 GB, and one of them is in memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;

interface Place {
  Bucket: string;
  Key: string;
}

/** An object whose size nobody knows yet. It is there once its last part is. With checksums, the whole says that it has them. */
export async function putInParts(
  client: S3Client,
  place: Place,
  chunks: AsyncIterable<Uint8Array>,
  hasChecksums = false,
): Promise<boolean> {
  const checked = hasChecksums ? { ...place, ChecksumAlgorithm: ChecksumAlgorithm.CRC32 } : place;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(checked));
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of partsOf(chunks)) {
      const PartNumber = Parts.length + 1;
      const part = new UploadPartCommand({ ...checked, UploadId, PartNumber, Body });
      const { ETag, ChecksumCRC32 } = await client.send(part);
      Parts.push({ ETag, PartNumber, ChecksumCRC32 });
    }
    const whole = { ...place, UploadId, MultipartUpload: { Parts } };
    return await complete(client, whole);
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}

type Whole = ConstructorParameters<typeof CompleteMultipartUploadCommand>[0];

/** Refused where there is an object already; a server that does not know the condition says 501. */
async function complete(client: S3Client, whole: Whole): Promise<boolean> {
  try {
    await client.send(new CompleteMultipartUploadCommand({ ...whole, IfNoneMatch: '*' }));
  } catch (error) {
    if (statusOf(error) === 412) {
      await client.send(new AbortMultipartUploadCommand(whole)).catch(() => undefined);
      return false;
    }
    if (statusOf(error) !== 501) throw error;
    await client.send(new CompleteMultipartUploadCommand(whole));
  }
  return true;
}

/** All of one size but the last; at least one, also of nothing. A part is good until the next one is asked for. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  let size = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + PART_BYTES - size);
      part.set(taken, size);
      size += taken.length;
      at += taken.length;
      if (size < PART_BYTES) continue;
      yield part;
      [size, isFirst] = [0, false];
    }
  }
  if (size > 0 || isFirst) yield part.subarray(0, size);
}

/** Parts of what was never completed are kept, and paid for, until somebody ends them. */
export async function abortPartsOlderThan(
  client: S3Client,
  Bucket: string,
  Prefix: string,
  before: Date,
): Promise<void> {
  let KeyMarker: string | undefined;
  let UploadIdMarker: string | undefined;
  do {
    const from = { Bucket, Prefix, KeyMarker, UploadIdMarker };
    const page = await client.send(new ListMultipartUploadsCommand(from)).catch(unlessUnknown);
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? [])
      if (Key && UploadId && Initiated && Initiated < before)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    KeyMarker = page?.IsTruncated ? page.NextKeyMarker : undefined;
    UploadIdMarker = page?.IsTruncated ? page.NextUploadIdMarker : undefined;
  } while (KeyMarker);
}

/** Some servers do not list them: then the bucket's own rules must end them. */
function unlessUnknown(error: unknown): undefined {
  if (statusOf(error) !== 501) throw error;
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
