import type { ColumnType, Generated } from 'kysely';

/** What an installation makes once, and all its nodes have. */
export type InstallationSecret = 'secret-key' | 'bootstrap-token' | 'operator-token' | 'seat';

interface InstallationSecretTable {
  name: InstallationSecret;
  sealed: Buffer;
  made_at: Generated<Date>;
}

interface NodeTable {
  node_id: string;
  /** Whose data directory it works on; null for one of a former version. */
  machine: string | null;
  host: string;
  facts: ColumnType<Record<string, string>, string, string>;
  started_at: Generated<Date>;
  seen_at: Generated<Date>;
}

interface NodeTurnTable {
  key_hash: Buffer;
  holder: string;
  held_until: Date;
}

/** The nodes of this database, and what they have in common. */
export interface InstallationTables {
  installation_secrets: InstallationSecretTable;
  nodes: NodeTable;
  node_turns: NodeTurnTable;
}
