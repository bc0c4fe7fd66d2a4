import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type S3Options, s3PayloadStore } from './payload-s3.ts';

export type StorePlace = { s3: S3Options } | { folder: string };

const FILE = 'store-id';

/** By which processes know that they have the same store: a folder says it itself wherever it is mounted, and is told now where it does not. */
export async function storeId(place: StorePlace): Promise<string> {
  if ('s3' in place) return bucketId(place.s3);
  const { folder } = place;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, FILE), randomUUID(), { flag: 'wx' }).catch(() => undefined);
  return folderId(await readFile(join(folder, FILE), 'utf8'));
}

/** The same of a store that was there before, of which nothing is made: undefined where there is none. Throws where S3 does not answer. */
export async function knownStoreId(place: StorePlace): Promise<string | undefined> {
  if ('folder' in place) return readFile(join(place.folder, FILE), 'utf8').then(folderId, () => undefined);
  // An object that is not there and a bucket that is not there are told apart by a list only.
  for await (const _ of s3PayloadStore(place.s3).olderThan('', new Date())) break;
  return bucketId(place.s3);
}

const folderId = (text: string): string => `folder ${text.trim()}`;
const bucketId = ({ endpoint, region, bucket }: S3Options): string => `s3 ${endpoint ?? region} ${bucket}`;
