import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { ColumnType } from 'kysely';
import type { AccountId, ParticipantRowId } from '../ids.ts';

/** Set by the database when omitted. */
type Stamp = ColumnType<Date, Date | undefined, Date>;

interface SmpSignedMetadataTable {
  address: ParticipantId;
  document_type_id: DocumentTypeId;
  version: string;
  content: string;
  signed_at: Stamp;
}

interface SmpGroupTable {
  address: ParticipantId;
  card: string | null;
  migration_key: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface SmpGroupMetadataTable {
  address: ParticipantId;
  document_type_id: DocumentTypeId;
  content: string;
  updated_at: Stamp;
}

interface ParticipantMigrationTable {
  account_id: AccountId;
  participant_id: ParticipantRowId;
  direction: 'IN' | 'OUT';
  token: string;
  asked_at: Date | null;
  expires_at: Date | null;
  created_at: Stamp;
}

/** Addresses that moved to another SMP a short while ago. */
interface MovedAwayTable {
  account_id: AccountId;
  participant_id: ParticipantRowId;
  address: ParticipantId;
  smp_url: string;
  certificate_uid: string | null;
  until: Date;
  created_at: Stamp;
}

/** The tables of our own SMP, of addresses that move, and of looking at the network. */
export interface NetworkTables {
  smp_signed_metadata: SmpSignedMetadataTable;
  smp_groups: SmpGroupTable;
  smp_group_metadata: SmpGroupMetadataTable;
  participant_migrations: ParticipantMigrationTable;
  departures: MovedAwayTable;
}
