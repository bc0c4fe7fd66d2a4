import { createHash } from 'node:crypto';
import type { Counter } from 'prom-client';
import { type SubmitDeps, submitDocument } from '../outbound/submit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { SftpFileId } from '../platform/ids.ts';
import {
  type AccountId,
  type CompanyId,
  type MessageId,
  parseId,
  type SftpLoginId,
} from '../platform/ids.ts';
import type { AccountStatus } from '../platform/statuses.ts';
import { fileAway, freeNames, isRepeat, lockDirectory, type UploadedFile } from './file-away.ts';
import { type Addressed, type Refused, readDocument, refused } from './read-document.ts';
import { messageSidecar, refusalSidecar } from './sidecar.ts';

export interface PickUpDeps extends SubmitDeps {
  metrics: { sftp: { pickedUp: Counter<'outcome'> } };
}

interface DueFile extends UploadedFile {
  content: Buffer | null;
  accountId: AccountId;
  accountStatus: AccountStatus;
  companyId: CompanyId;
  loginId: SftpLoginId | null;
  address: string;
}

/** Somebody changed, removed or took the file while it was looked at: nothing of this attempt stays. */
class Overtaken extends Error {}
/** It is a repeat: nothing of this attempt stays but the file itself. */
class Repeat extends Error {}

/**
 * Takes a file out of an outbox: it becomes a document, or a refusal. Message, key, file and sidecar are one transaction;
 * if the process dies before its commit, the job comes again and finds the file; after it, the file is no more there.
 */
export async function pickUp(deps: PickUpDeps, job: { fileId: SftpFileId }): Promise<void> {
  const file = await dueFile(deps.db, job.fileId);
  if (!file) return;
  using place = deps.documentRoom.place(file.accountId);
  await place.take(file.bytes, 'of-a-job');
  const bytes = file.content ?? (await deps.payloads.get(file.payloadKey));
  if (!bytes) {
    if (await dueFile(deps.db, job.fileId))
      throw new Error(`The payload ${file.payloadKey} of SFTP file ${file.id} is missing`);
    return;
  }
  const { pickedUp } = deps.metrics.sftp;
  try {
    const refusal = await take(deps, file, bytes);
    if (refusal) await fileRefusal(deps.db, file, refusal);
    pickedUp.inc({ outcome: refusal ? 'refused' : 'taken' });
    // The document has its own copy.
    if (!refusal && !file.content) await deps.payloads.remove(file.payloadKey);
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (!(error instanceof Repeat)) throw error;
    await fileRefusal(deps.db, file, {
      code: 'DUPLICATE_UPLOAD',
      message:
        'The same file was uploaded under this name within the last 24 hours and is sent already. Use another name to send it again.',
    });
    pickedUp.inc({ outcome: 'duplicate' });
  }
}

async function dueFile(db: Db, id: SftpFileId): Promise<DueFile | undefined> {
  const fileId = parseId<'SftpFile'>(id);
  const row =
    fileId &&
    (await overAll(db, 'job')
      .selectFrom('sftp_files')
      .innerJoin('participants', (join) =>
        join
          .onRef('participants.id', '=', 'sftp_files.participant_id')
          .onRef('participants.account_id', '=', 'sftp_files.account_id'),
      )
      .innerJoin('accounts', 'accounts.id', 'sftp_files.account_id')
      .where('sftp_files.id', '=', fileId)
      .where('sftp_files.folder', '=', 'OUTBOX')
      .where('sftp_files.is_complete', '=', true)
      .where('sftp_files.due_at', '<=', new Date())
      .selectAll('sftp_files')
      .select(['participants.address', 'accounts.status as account_status'])
      .executeTakeFirst());
  return (
    row && {
      id: row.id,
      participantId: row.participant_id,
      name: row.name,
      payloadKey: row.payload_key,
      content: row.content,
      sha256: row.sha256,
      bytes: row.bytes,
      uploadedAt: row.uploaded_at,
      accountId: row.account_id,
      accountStatus: row.account_status,
      companyId: row.company_id,
      loginId: row.login_id,
      address: row.address,
    }
  );
}

/** Why not, or nothing when it became a document. */
async function take(deps: PickUpDeps, file: DueFile, bytes: Buffer): Promise<Refused | undefined> {
  // What was put there before the account is closed is still sent. [OPR-23]
  if (file.accountStatus !== 'ACTIVE' && file.accountStatus !== 'CLOSING')
    return refused('ACCOUNT_SUSPENDED', 'The account is suspended. Contact the operator.').refused;
  const read = await readDocument(deps.validator, bytes, file);
  if ('refused' in read) return read.refused;
  try {
    await submit(deps, file, bytes, read.document);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && isFinal(error)) return { code: detailOf(error), message: error.message };
    throw error;
  }
}

/** Those that the same file would meet again; trouble on our side is tried again instead. */
const FINAL: readonly string[] = [
  'VALIDATION_FAILED',
  'SENDER_NOT_ALLOWED',
  'SENDER_CAPABILITY_MISSING',
  'SENDER_NOT_ACTIVE',
  'ACCOUNT_SUSPENDED',
  'PAYLOAD_TOO_LARGE',
];
const isFinal = (error: AppError): boolean => FINAL.includes(error.code);
const detailOf = (error: AppError): string =>
  error.code === 'VALIDATION_FAILED' ? (error.details?.[0]?.code ?? error.code) : error.code;

async function submit(deps: PickUpDeps, file: DueFile, bytes: Buffer, document: Addressed): Promise<void> {
  const { accountId, companyId } = file;
  await submitDocument(
    deps,
    { accountId, reach: { accountId, companyIds: [companyId] } },
    {
      ...document,
      source: 'SFTP',
      payload: async () => ({ bytes, beside: (tx, messageId) => fileSent(tx, file, messageId) }),
      once: { key: uploadKey(file), hash: Buffer.from(file.sha256, 'hex') },
    },
  );
}

/** One upload is one document, whoever picks it up and however often: login, path and upload make the key. */
function uploadKey({ loginId, participantId, name, id }: DueFile): string {
  const upload = createHash('sha256').update(JSON.stringify([loginId, participantId, name, id]));
  return `sftp-${upload.digest('hex')}`;
}

async function fileSent(tx: Tx, file: DueFile, messageId: MessageId): Promise<void> {
  await lockDirectory(tx, file.participantId);
  if (await isRepeat(tx, file)) throw new Repeat();
  const { serial, name, sidecar: sidecarName } = await freeNames(tx, file);
  const message = await overAll(tx, 'job')
    .selectFrom('messages')
    .where('id', '=', messageId)
    .selectAll()
    .executeTakeFirstOrThrow();
  const sidecar = messageSidecar(name, file.uploadedAt, message);
  const filing = { folder: 'SENT' as const, serial, name, sidecarName, sidecar, messageId };
  if (!(await fileAway(tx, file, filing))) throw new Overtaken();
}

async function fileRefusal(db: Db, file: DueFile, refusal: Refused): Promise<void> {
  await transaction(db, async (tx) => {
    await lockDirectory(tx, file.participantId);
    const { serial, name, sidecar: sidecarName } = await freeNames(tx, file);
    const sidecar = refusalSidecar(name, file.uploadedAt, refusal);
    // When it is no more there, somebody took it back: nothing to say.
    await fileAway(tx, file, { folder: 'FAILED', serial, name, sidecarName, sidecar, messageId: null });
  });
}
