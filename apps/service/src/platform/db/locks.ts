import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { overAll } from './roots.ts';

/** What one process of all nodes does at a time, each under a number that is the same in every process and version. */
export const LOCKS = {
  migrations: 7_053_421,
  jobFunctions: 7_053_422,
  monthsOfEvents: 7_053_423,
  operators: 7_053_424,
  installationSecrets: 7_053_425,
  nodes: 7_053_426,
  messageCounts: 7_053_427,
  usageByDay: 7_053_428,
} as const;

/** Has such a lock until the transaction ends. */
export const lock = (tx: Tx, name: keyof typeof LOCKS) =>
  sql`select pg_advisory_xact_lock(${sql.lit(LOCKS[name])})`.execute(overAll(tx, 'of nobody'));
