import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { checkIdentifier } from '../companies/identifier.ts';
import type { Principal } from '../platform/access/principal.ts';
import { actedBy, type ParticipantAuditType, recordAudit } from '../platform/audit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { inReach } from '../platform/db/find-in-reach.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { foldedLines } from '../platform/folded.ts';
import { newId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { type CapabilityInput, canReceive, merged, registrableKind } from './capability.ts';
import { checkedCountry, takenOr } from './create.ts';
import { lockParticipant, moveParticipant, type ParticipantRow } from './transition.ts';
import {
  type CapabilityView,
  capabilitiesOf,
  capabilityView,
  type ParticipantView,
  viewOfParticipant,
} from './view.ts';
import { withdraw } from './withdraw.ts';

interface Deps {
  db: Db;
}

/** One participant in reach, or NOT_FOUND. */
export async function participantOf(db: Db, principal: Principal, id: string): Promise<ParticipantRow> {
  return inReach(db, principal, 'participants', id);
}

export async function readParticipant(
  deps: Deps,
  principal: Principal,
  id: string,
): Promise<ParticipantView> {
  return viewOfParticipant(deps.db, await participantOf(deps.db, principal, id));
}

/** Reads in reach, locks, and runs `work` on what the participant is now. */
async function onLocked<Result>(
  deps: Deps,
  principal: Principal,
  id: string,
  work: (tx: Tx, row: ParticipantRow) => Promise<Result>,
): Promise<Result> {
  return transaction(deps.db, async (tx) => {
    const { id: rowId } = await participantOf(tx, principal, id);
    const row = await lockParticipant(tx, rowId);
    if (!row) throw new AppError('NOT_FOUND');
    return work(tx, row);
  });
}

export interface ParticipantChange {
  name?: string;
  identifier?: string;
  countryCode?: string;
}

/** Changes what may change; a rejected participant asks for approval again. [PAR-9, PAR-12] */
export function changeParticipant(
  deps: Deps,
  principal: Principal,
  id: string,
  input: ParticipantChange,
): Promise<ParticipantView> {
  return onLocked(deps, principal, id, async (tx, row) => {
    if (row.status === 'DEACTIVATED' || row.status === 'DEACTIVATING') throw withdrawn();
    if (input.countryCode !== undefined) checkedCountry(row.scheme, input.countryCode);
    const name = input.name ?? row.name;
    const identifier = input.identifier === undefined ? row.identifier : checkIdentifier(input.identifier);
    const changed = await scoped(tx, principal)
      .updateTable('participants')
      .set({
        name,
        identifier,
        search_text: foldedLines(row.canonical_id, name, identifier),
        ...(input.countryCode === undefined ? {} : { country_code: input.countryCode }),
        updated_at: new Date(),
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, principal, row, 'participant.updated', undefined, { ...input });
    await announce(tx, row);
    const asksAgain = row.status === 'REJECTED' && Object.keys(input).length > 0;
    if (!asksAgain) return viewOfParticipant(tx, changed);
    await enqueue(tx, 'participants.check', { participantId: row.id });
    const moved = await moveParticipant(tx, changed, { to: 'PENDING_APPROVAL', ...actedBy(principal) });
    return viewOfParticipant(tx, moved);
  }).catch((error: unknown) => {
    throw takenOr(error);
  });
}

const withdrawn = (): AppError =>
  new AppError('INVALID_STATE', { message: 'The participant is withdrawn. Make a new one.' });

export function withdrawParticipant(deps: Deps, principal: Principal, id: string): Promise<ParticipantView> {
  return onLocked(deps, principal, id, async (tx, row) =>
    viewOfParticipant(tx, await withdraw(tx, row, actedBy(principal))),
  );
}

export async function listCapabilities(
  deps: Deps,
  principal: Principal,
  id: string,
): Promise<CapabilityView[]> {
  const row = await participantOf(deps.db, principal, id);
  return (await capabilitiesOf(deps.db, [row.id])).map(capabilityView);
}

/** Adds a capability, or merges it into the one there is. The first to receive starts publication. */
export function addCapability(
  deps: Deps,
  principal: Principal,
  id: string,
  input: CapabilityInput,
): Promise<{ capability: CapabilityView; isNew: boolean }> {
  const kind = registrableKind(input);
  return onLocked(deps, principal, id, async (tx, row) => {
    if (row.status === 'DEACTIVATED' || row.status === 'DEACTIVATING') throw withdrawn();
    const existing = (await capabilitiesOf(tx, [row.id])).find(
      (one) => one.document_type_id === kind.documentTypeId && one.process_id === kind.processId,
    );
    const allow_unvalidated = input.allowUnvalidated ?? existing?.allow_unvalidated ?? false;
    const saved = existing
      ? await scoped(tx, principal)
          .updateTable('capabilities')
          .set({ direction: merged(existing.direction, input.direction), allow_unvalidated })
          .where('id', '=', existing.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('capabilities')
          .values({
            id: newId(),
            account_id: row.account_id,
            participant_id: row.id,
            document_type_id: kind.documentTypeId,
            process_id: kind.processId,
            direction: input.direction,
            allow_unvalidated,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
    const capability = capabilityView(saved);
    await audit(tx, principal, row, existing ? 'capability.merged' : 'capability.added', capability);
    await scoped(tx, principal)
      .updateTable('participants')
      .set({ updated_at: new Date() })
      .where('id', '=', row.id)
      .execute();
    if (row.status === 'READY' && canReceive(saved.direction))
      await enqueue(tx, 'participants.publish', { participantId: row.id });
    await announce(tx, row);
    return { capability, isNew: !existing };
  });
}

/** `which` is the capability's id, its alias, or its document type identifier. */
export function removeCapability(deps: Deps, principal: Principal, id: string, which: string): Promise<void> {
  return onLocked(deps, principal, id, async (tx, row) => {
    const all = await capabilitiesOf(tx, [row.id]);
    const typeId = aliasToType(which)?.documentTypeId ?? parseDocumentTypeId(which);
    const found = all.find((one) => one.id === which.toLowerCase() || one.document_type_id === typeId);
    if (!found) throw new AppError('NOT_FOUND');
    await scoped(tx, principal).deleteFrom('capabilities').where('id', '=', found.id).execute();
    await audit(tx, principal, row, 'capability.removed', capabilityView(found));
    await scoped(tx, principal)
      .updateTable('participants')
      .set({ updated_at: new Date() })
      .where('id', '=', row.id)
      .execute();
    const stillReceives = all.some((one) => one !== found && canReceive(one.direction));
    if (row.status === 'ACTIVE' && !stillReceives)
      await enqueue(tx, 'participants.withdraw', { participantId: row.id });
    else await announce(tx, row);
  });
}

/** The network is to see the change: our own SMP shows it at once, another one and the Directory must be told. */
async function announce(tx: Tx, row: ParticipantRow): Promise<void> {
  if (row.status === 'ACTIVE' || row.status === 'SUSPENDED')
    await enqueue(tx, 'participants.refresh', { participantId: row.id }, { key: `refresh-${row.id}` });
}

function audit(
  tx: Tx,
  principal: Principal,
  row: ParticipantRow,
  eventType: ParticipantAuditType,
  capability?: CapabilityView,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  const target = capability
    ? {
        type: 'capability',
        id: capability.id,
        name: row.name,
        sub: capability.type ?? capability.documentTypeId,
      }
    : { type: 'participant', id: row.id, name: row.name, sub: row.address };
  return recordAudit(tx, {
    accountId: row.account_id,
    companyId: row.company_id,
    participantId: row.id,
    ...actedBy(principal),
    eventType,
    target,
    metadata: capability ? { direction: capability.direction, ...metadata } : metadata,
  });
}
