import { parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { canonicalId, type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { readBusinessCard } from '@pappel/smp/business-card';
import type { DirectoryContext } from '@pappel/smp/directory';
import { indexParticipant, unindexParticipant } from '@pappel/smp/directory-indexer';
import { isMigrationKey, newMigrationKey } from '@pappel/smp/migration-key';
import {
  createParticipant,
  deleteParticipant,
  migrate,
  prepareMigration,
  type SmlContext,
  type SmlOutcome,
} from '@pappel/smp/sml';
import { checkWrittenGroup, checkWrittenMetadata } from '@pappel/smp/written-metadata';
import { escapeText } from '@pappel/xml/write';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

export interface WriteDeps {
  db: Db;
  sml: SmlContext;
  indexer: DirectoryContext | undefined;
}

/** What the one who writes is answered; statuses are those of phoss SMP. */
export interface Written {
  status: 200 | 400 | 403 | 404 | 409 | 500;
  message?: string;
  /** XML, where there is something to read. */
  xml?: string;
}

const DONE: Written = { status: 200 };
const refusal = (status: Written['status'], message: string): Written => ({ status, message });
const notHere = (id: string): Written => refusal(404, `There is no service group ${id} here.`);

/** Runs `work` for the participant in a path; a customer's is not to be written from outside. */
export async function forParticipant(
  deps: WriteDeps,
  text: string,
  work: (id: ParticipantId) => Promise<Written>,
): Promise<Written> {
  const id = parseParticipantId(text);
  if (!id) return refusal(400, `${text} is no participant identifier.`);
  const held = await overAll(deps.db, 'network')
    .selectFrom('participants')
    .where('address', '=', id)
    .where('status', '<>', 'DEACTIVATED')
    .select('id')
    .executeTakeFirst();
  return held ? refusal(409, `${id} is a participant of a customer of this service.`) : work(id);
}

/** Makes a service group, the SML first, so that what cannot be registered is not served either. */
export async function putGroup(
  deps: WriteDeps,
  id: ParticipantId,
  body: Uint8Array,
  inSml: boolean,
): Promise<Written> {
  const group = checkWrittenGroup(body);
  if (!group.ok) return refusal(400, group.problem);
  if (group.participant !== id)
    return refusal(400, `The body is about ${group.participant}, the path about ${id}.`);
  if (await exists(deps.db, id)) return DONE;
  if (inSml) {
    const registered = await createParticipant(deps.sml, id);
    if (!registered.ok && !registered.isRepeat) return smlRefusal(registered);
  }
  await insertGroup(deps.db, id);
  return DONE;
}

const smlRefusal = ({ fault, message }: SmlOutcome & { ok: false }): Written =>
  refusal(500, `The SML refuses (${fault}): ${message}`);

async function exists(db: Db, id: ParticipantId): Promise<boolean> {
  const found = await db
    .selectFrom('smp_groups')
    .where('address', '=', id)
    .select('address')
    .executeTakeFirst();
  return found !== undefined;
}

async function insertGroup(db: Db, id: ParticipantId): Promise<void> {
  await db
    .insertInto('smp_groups')
    .values({ address: id, card: null, migration_key: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The SML first: what is still served and not found does no harm. */
export async function deleteGroup(deps: WriteDeps, id: ParticipantId, inSml: boolean): Promise<Written> {
  if (!(await exists(deps.db, id))) return notHere(id);
  if (inSml) {
    if (deps.indexer) await unindexParticipant(deps.indexer, id);
    const removed = await deleteParticipant(deps.sml, id);
    if (!removed.ok && removed.fault !== 'not-found') return smlRefusal(removed);
  }
  await deps.db.deleteFrom('smp_groups').where('address', '=', id).execute();
  return DONE;
}

export async function putMetadata(
  deps: WriteDeps,
  id: ParticipantId,
  documentType: string,
  body: Uint8Array,
): Promise<Written> {
  const document_type_id = parseDocumentTypeId(documentType);
  if (!document_type_id) return refusal(400, `${documentType} is no document type identifier.`);
  const checked = checkWrittenMetadata(body, new Date());
  if (!checked.ok) return refusal(400, checked.problem);
  const { participant = id, documentTypeId = document_type_id } = checked;
  if (participant !== id || documentTypeId !== document_type_id)
    return refusal(400, `The body is about ${documentTypeId} of ${participant}, the path is not.`);
  if (!(await exists(deps.db, id))) return notHere(id);
  const content = Buffer.from(body).toString('utf8');
  await deps.db
    .insertInto('smp_group_metadata')
    .values({ address: id, document_type_id, content })
    .onConflict((conflict) =>
      conflict.columns(['address', 'document_type_id']).doUpdateSet({ content, updated_at: new Date() }),
    )
    .execute();
  await touch(deps.db, id, {});
  return DONE;
}

/** `documentType` undefined is all of them. */
export async function deleteMetadata(
  deps: WriteDeps,
  id: ParticipantId,
  documentType: string | undefined,
): Promise<Written> {
  if (!(await exists(deps.db, id))) return notHere(id);
  let query = deps.db.deleteFrom('smp_group_metadata').where('address', '=', id);
  const none = () => refusal(404, `${id} has no metadata of ${documentType}.`);
  if (documentType !== undefined) {
    const documentTypeId = parseDocumentTypeId(documentType);
    if (!documentTypeId) return none();
    query = query.where('document_type_id', '=', documentTypeId);
  }
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  await touch(deps.db, id, {});
  return documentType !== undefined && numDeletedRows === 0n ? none() : DONE;
}

async function touch(
  db: Db,
  id: ParticipantId,
  changes: { card?: string | null; migration_key?: string | null },
): Promise<void> {
  await db
    .updateTable('smp_groups')
    .set({ ...changes, updated_at: new Date() })
    .where('address', '=', id)
    .execute();
}

/** Keeps the card, and has the Directory read it; that it is away is no reason not to keep it. */
export async function putCard(deps: WriteDeps, id: ParticipantId, body: Uint8Array): Promise<Written> {
  const card = readBusinessCard(body);
  if (card?.participant !== id) return refusal(400, `The body is no business card of ${id}.`);
  if (!(await exists(deps.db, id))) return notHere(id);
  await touch(deps.db, id, { card: Buffer.from(body).toString('utf8') });
  if (deps.indexer) await indexParticipant(deps.indexer, id);
  return DONE;
}

export async function deleteCard(deps: WriteDeps, id: ParticipantId): Promise<Written> {
  if (!(await exists(deps.db, id))) return notHere(id);
  await touch(deps.db, id, { card: null });
  if (deps.indexer) await unindexParticipant(deps.indexer, id);
  return DONE;
}

export async function pushCard(deps: WriteDeps, id: ParticipantId): Promise<Written> {
  if (!(await exists(deps.db, id))) return notHere(id);
  const asked = deps.indexer ? await indexParticipant(deps.indexer, id) : undefined;
  return asked?.ok ? DONE : refusal(500, asked ? asked.message : 'There is no Directory here.');
}

/** Prepares the participant's move to another SMP, and answers the key for it. */
export async function startMigration(deps: WriteDeps, id: ParticipantId): Promise<Written> {
  if (!(await exists(deps.db, id))) return notHere(id);
  const key = newMigrationKey();
  const prepared = await prepareMigration(deps.sml, id, key);
  if (!prepared.ok) return smlRefusal(prepared);
  await touch(deps.db, id, { migration_key: key });
  const xml = `<migrationOutboundResponse success="true"><participantID>${canonicalId(id)}</participantID><migrationKey>${escapeText(key)}</migrationKey></migrationOutboundResponse>`;
  return { status: 200, xml };
}

/** A key that nobody knows takes the place of the one that was given away. */
export async function cancelMigration(deps: WriteDeps, id: ParticipantId): Promise<Written> {
  if (!(await isMigrating(deps.db, id))) return refusal(404, `No migration of ${id} is under way.`);
  const replaced = await prepareMigration(deps.sml, id, newMigrationKey());
  if (!replaced.ok) return smlRefusal(replaced);
  await touch(deps.db, id, { migration_key: null });
  return DONE;
}

/** The participant has left: its record in the SML is the other SMP's. */
export async function finishMigration(deps: WriteDeps, id: ParticipantId): Promise<Written> {
  if (!(await isMigrating(deps.db, id))) return refusal(404, `No migration of ${id} is under way.`);
  if (deps.indexer) await unindexParticipant(deps.indexer, id);
  await deps.db.deleteFrom('smp_groups').where('address', '=', id).execute();
  return DONE;
}

async function isMigrating(db: Db, id: ParticipantId): Promise<boolean> {
  const found = await db
    .selectFrom('smp_groups')
    .where('address', '=', id)
    .where('migration_key', 'is not', null)
    .select('address')
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes a participant over. What its service group has by then is served from the moment that DNS names us. */
export async function migrateIn(deps: WriteDeps, id: ParticipantId, key: string): Promise<Written> {
  if (!isMigrationKey(key)) return refusal(400, 'The migration key does not keep the rules for keys.');
  const isNew = !(await exists(deps.db, id));
  const moved = await migrate(deps.sml, id, key);
  if (!moved.ok && !moved.isRepeat) return smlRefusal(moved);
  await insertGroup(deps.db, id);
  const xml = `<migrationInboundResponse success="true" serviceGroupCreated="${isNew}" migrationCreated="true"></migrationInboundResponse>`;
  return { status: 200, xml };
}

/** Every service group that was written here. */
export async function listGroups(deps: WriteDeps, smpPublicUrl: string): Promise<Written> {
  const groups = await deps.db.selectFrom('smp_groups').select('address').orderBy('address').execute();
  const references = groups.map(({ address }) => {
    const href = `${smpPublicUrl}/${encodeURIComponent(canonicalId(address))}`;
    return `<ServiceGroupReference href="${href}"></ServiceGroupReference>`;
  });
  return {
    status: 200,
    xml: `<ServiceGroupReferenceList>${references.join('')}</ServiceGroupReferenceList>`,
  };
}
