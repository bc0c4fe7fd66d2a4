import { companyOf } from '../companies/company.ts';
import type { Principal } from '../platform/access/principal.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { overAll, scoped } from '../platform/db/roots.ts';
import { DOCUMENT_LIMIT } from '../platform/document-limit.ts';
import type { DocumentPlace } from '../platform/document-room.ts';
import { AppError } from '../platform/errors.ts';
import type { Body } from '../platform/http/intake.ts';
import { type CompanyId, type MessageId, newId } from '../platform/ids.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { hashSecret, newSecret } from '../platform/secret.ts';

/** How long the URL takes bytes. */
const LIFETIME_SECONDS = 15 * 60;
/** How long the bytes wait for their document. [LIM-12] */
export const UNUSED_AFTER_MS = 24 * 3_600_000;
const TOKEN_PREFIX = 'pup_';

export interface UploadDeps {
  db: Db;
  payloads: PayloadStore;
  /** Where this API is reached from outside. */
  publicUrl: string;
}

export interface UploadView {
  payloadObjectKey: string;
  uploadUrl: string;
  expiresAt: string;
}

/** A place for exactly `bytes` bytes, for 15 minutes, for one document of that company. [MSG-8] */
export async function requestUpload(
  deps: UploadDeps,
  principal: Principal,
  input: { companyId: string; bytes: number },
): Promise<UploadView> {
  if (input.bytes > DOCUMENT_LIMIT)
    throw new AppError('PAYLOAD_TOO_LARGE', {
      message: `A document may have ${DOCUMENT_LIMIT} bytes. Send a smaller one.`,
    });
  const company = await companyOf(deps.db, principal, input.companyId);
  const objectKey = `uploads/${newId()}`;
  const token = newSecret(TOKEN_PREFIX);
  const expiresAt = new Date(Date.now() + LIFETIME_SECONDS * 1000);
  const direct = await deps.payloads.presignPut(objectKey, input.bytes, LIFETIME_SECONDS);
  await deps.db
    .insertInto('uploads')
    .values({
      object_key: objectKey,
      account_id: principal.accountId,
      company_id: company.id,
      bytes: input.bytes,
      token_hash: hashSecret(token),
      expires_at: expiresAt,
    })
    .execute();
  return {
    payloadObjectKey: objectKey,
    uploadUrl: direct?.url ?? `${deps.publicUrl}/v1/uploads/${token}`,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Uploads whose bytes are on their way to this process. */
const underWay = new Set<string>();

/** Takes the bytes of an upload where the payload store cannot do so itself. The URL is the credential. */
export async function receiveUpload(
  deps: UploadDeps,
  token: string,
  receive: (limit: number) => Promise<Body>,
): Promise<void> {
  const upload = await overAll(deps.db, 'sign-in')
    .selectFrom('uploads')
    .where('token_hash', '=', hashSecret(token))
    .selectAll()
    .executeTakeFirst();
  if (!upload) throw new AppError('NOT_FOUND');
  const { object_key: key, bytes } = upload;
  const isUsed = upload.message_id !== null || (await deps.payloads.stat(key)) !== undefined;
  if (upload.expires_at < new Date() || isUsed) throw usedUp();
  if (underWay.has(key)) {
    throw new AppError('INVALID_STATE', {
      message: 'The bytes of this upload are being sent already. Wait until they are there.',
    });
  }
  underWay.add(key);
  try {
    await using body = await receive(DOCUMENT_LIMIT);
    if (body.bytes !== bytes) {
      throw new AppError('PAYLOAD_OBJECT_INVALID', {
        message: `Exactly ${bytes} bytes were announced. Send just those, or ask for a new upload.`,
      });
    }
    // Two at once, by two processes: the first one's bytes stay.
    if (!(await deps.payloads.putStream(key, body.pieces()))) throw usedUp();
  } finally {
    underWay.delete(key);
  }
}

const usedUp = (): AppError =>
  new AppError('PAYLOAD_OBJECT_INVALID', {
    message: 'This upload URL is used or expired. Ask for a new one.',
  });

/**
 * The finished upload behind a key, or PAYLOAD_OBJECT_INVALID: unknown, expired, used, unfinished, out of reach. What is
 * judged and sent are these bytes, under a key of their own: a URL that still lives can replace the upload, not them.
 */
export async function readUpload(
  deps: Pick<UploadDeps, 'db' | 'payloads'>,
  principal: Principal,
  companyId: CompanyId,
  objectKey: string,
  place: DocumentPlace,
): Promise<Buffer> {
  const upload = await scoped(deps.db, principal)
    .selectFrom('uploads')
    .where('object_key', '=', objectKey)
    .where('company_id', '=', companyId)
    .where('message_id', 'is', null)
    .selectAll()
    .executeTakeFirst();
  const stored = upload ? await deps.payloads.stat(objectKey) : undefined;
  const isWaiting = stored && stored.storedAt.getTime() > Date.now() - UNUSED_AFTER_MS;
  if (isWaiting) await place.take(upload?.bytes ?? 0);
  const bytes = isWaiting ? await deps.payloads.get(objectKey) : undefined;
  if (!upload || bytes?.length !== upload.bytes) throw new AppError('PAYLOAD_OBJECT_INVALID');
  return bytes;
}

/** Ties an upload to its message; false when another message took it first. */
export async function useUpload(tx: Tx, objectKey: string, messageId: MessageId): Promise<boolean> {
  const { numUpdatedRows } = await overAll(tx, 'found')
    .updateTable('uploads')
    .set({ message_id: messageId })
    .where('object_key', '=', objectKey)
    .where('message_id', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
