import { typeToAlias } from '@pappel/peppol-ids/aliases';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Registration, Tables } from '../platform/db/tables.ts';
import type { CapabilityId, CompanyId, ParticipantRowId } from '../platform/ids.ts';
import type { Direction } from './capability.ts';
import type { ParticipantStatus } from './participant.ts';
import type { ParticipantRow } from './transition.ts';

export interface CapabilityView {
  id: CapabilityId;
  type?: string;
  documentTypeId: string;
  processId: string;
  direction: Direction;
  allowUnvalidated: boolean;
  createdAt: string;
}

export interface ParticipantView {
  id: ParticipantRowId;
  companyId: CompanyId;
  scheme: string;
  value: string;
  name: string;
  identifier: string;
  countryCode: string;
  canonicalId: string;
  status: ParticipantStatus;
  statusReason?: string;
  statusChangedAt: string;
  smpUrl?: string;
  publishedAt?: string;
  registration: Registration;
  capabilities: CapabilityView[];
  createdAt: string;
  updatedAt: string;
}

type CapabilityRow = Selectable<Tables['capabilities']>;

export function capabilityView(row: CapabilityRow): CapabilityView {
  return {
    id: row.id,
    type: typeToAlias(row.document_type_id),
    documentTypeId: row.document_type_id,
    processId: row.process_id,
    direction: row.direction,
    allowUnvalidated: row.allow_unvalidated,
    createdAt: row.created_at.toISOString(),
  };
}

function participantView(row: ParticipantRow, capabilities: CapabilityRow[]): ParticipantView {
  return {
    id: row.id,
    companyId: row.company_id,
    scheme: row.scheme,
    value: row.value,
    name: row.name,
    identifier: row.identifier,
    countryCode: row.country_code,
    canonicalId: row.canonical_id,
    status: row.status,
    statusReason: row.status_reason ?? undefined,
    statusChangedAt: row.status_changed_at.toISOString(),
    smpUrl: row.smp_url ?? undefined,
    publishedAt: row.published_at?.toISOString(),
    registration: row.registration,
    capabilities: capabilities.map(capabilityView),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function capabilitiesOf(db: Db | Tx, ids: readonly ParticipantRowId[]): Promise<CapabilityRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return overAll(db, 'found')
    .selectFrom('capabilities')
    .where('participant_id', 'in', ids)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Rows with their capabilities, read at once. */
export async function viewOfParticipant(db: Db | Tx, row: ParticipantRow): Promise<ParticipantView> {
  return participantView(row, await capabilitiesOf(db, [row.id]));
}

export async function participantViews(db: Db | Tx, rows: ParticipantRow[]): Promise<ParticipantView[]> {
  const capabilities = await capabilitiesOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) =>
    participantView(
      row,
      capabilities.filter((one) => one.participant_id === row.id),
    ),
  );
}
