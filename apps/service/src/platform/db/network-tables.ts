import type { ColumnType } from 'kysely';
import type { ParticipantRowId } from '../ids.ts';

/** Set by the database when omitted. */
type Stamp = ColumnType<Date, Date | undefined, Date>;

interface SmpSignedMetadataTable {
  address: string;
  document_type_id: string;
  version: string;
  content: string;
  signed_at: Stamp;
}

interface SmpGroupTable {
  address: string;
  card: string | null;
  migration_key: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface SmpGroupMetadataTable {
  address: string;
  document_type_id: string;
  content: string;
  updated_at: Stamp;
}

interface ParticipantMigrationTable {
  participant_id: ParticipantRowId;
  direction: 'IN' | 'OUT';
  token: string;
  asked_at: Date | null;
  expires_at: Date | null;
  created_at: Stamp;
}

/** Addresses that moved to another SMP a short while ago. */
interface MovedAwayTable {
  participant_id: ParticipantRowId;
  address: string;
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
