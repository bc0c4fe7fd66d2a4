import { hostname } from 'node:os';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { lock } from '../platform/db/locks.ts';
import { overAll } from '../platform/db/roots.ts';

/** What all nodes of one database must have in common, and how people call it. */
const FACTS = {
  network: 'the network (NETWORK, LOCALNET_DIR)',
  seat: 'the seat (AP_KEYSTORE)',
  accessPointKey: 'the key of the access point (AP_KEYSTORE)',
  smpKey: 'the key of the SMP (SMP_KEYSTORE)',
  secretKey: 'SECRET_KEY (or DATA_DIR/secret-key)',
  rules: 'the rules (VALIDATION, RULES_DIR and the version)',
  payloads: 'the payload store (S3_BUCKET, S3_ENDPOINT, or a shared DATA_DIR/payloads)',
  archive: 'the place of archives (ARCHIVE_DIR, one folder that both see, or ARCHIVE_S3_BUCKET)',
  publicUrl: 'PUBLIC_URL',
  smpPublicUrl: 'SMP_PUBLIC_URL',
  as4PublicUrl: 'AS4_PUBLIC_URL',
} as const;

export type NodeFacts = Record<keyof typeof FACTS, string>;

/** A process among all that work on a database. */
export interface NodeName {
  nodeId: string;
  /** Whose data directory it works on; all processes of a node have the same. */
  machineId: string;
}

export interface Membership extends NodeName {
  /** Whether others than the processes of this node work on the database, as was found some seconds ago at most. */
  hasOthers(): boolean;
  leave(): Promise<void>;
}

const BEAT_MS = 5_000;
/** One that was silent for this long is gone. */
const GONE_AFTER_SECONDS = 30;

/**
 * Takes a place among the nodes of this database, unless one of them would do things otherwise: a document that one
 * accepts must be found, opened, judged and signed alike by all. A problem names each difference.
 */
export async function joinNodes(
  db: Db,
  name: NodeName,
  facts: NodeFacts,
): Promise<Membership | { problems: string[] }> {
  const problems = await transaction(db, async (tx) => {
    await lock(tx, 'nodes');
    const found = await differences(tx, name.nodeId, facts);
    if (found.length === 0) await register(tx, name, facts);
    return found;
  });
  if (problems.length > 0) return { problems };
  let others = await beat(db, name, facts);
  const timer = setInterval(async () => {
    others = await beat(db, name, facts).catch(() => others);
  }, BEAT_MS);
  timer.unref();
  return {
    ...name,
    hasOthers: () => others,
    leave: async () => {
      clearInterval(timer);
      await db
        .deleteFrom('nodes')
        .where('node_id', '=', name.nodeId)
        .execute()
        .catch(() => undefined);
    },
  };
}

/** Whoever has the data directory now is alone in it: what its processes said before they were killed holds no more. */
export async function forgetFormerLife(db: Db, machineId: string): Promise<void> {
  await db.deleteFrom('nodes').where('machine', '=', machineId).execute();
}

/** Of nodes that work on this database with other data directories: how many there are, and their processes. */
export async function countOthers(db: Db, machineId: string): Promise<{ nodes: number; processes: number }> {
  const { rows } = await sql<{ nodes: number; processes: number }>`
    select count(distinct machine)::int as nodes, count(*)::int as processes from nodes
    where machine <> ${machineId} and ${isHere('nodes')}`.execute(overAll(db, 'of nobody'));
  return rows[0] ?? { nodes: 0, processes: 0 };
}

const isHere = (table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.seen_at`)} > now() - make_interval(secs => ${sql.lit(GONE_AFTER_SECONDS)})`;

async function differences(tx: Tx, nodeId: string, facts: NodeFacts): Promise<string[]> {
  const others = await tx
    .selectFrom('nodes')
    .where('node_id', '<>', nodeId)
    .where(isHere('nodes'))
    .select(['host', 'facts'])
    .execute();
  const found = others.flatMap(({ host, facts: theirs }) =>
    (Object.keys(FACTS) as (keyof NodeFacts)[])
      .filter((fact) => theirs[fact] !== undefined && theirs[fact] !== facts[fact])
      .map(
        (fact) =>
          `The node on ${host} uses this database with another value of ${FACTS[fact]}. Give both the same.`,
      ),
  );
  return [...new Set(found)];
}

async function register(tx: Db, { nodeId, machineId }: NodeName, facts: NodeFacts): Promise<void> {
  const now = sql<Date>`now()`;
  const row = {
    ...{ machine: machineId, host: hostname(), facts: JSON.stringify(facts) },
    ...{ started_at: now, seen_at: now },
  };
  await tx
    .insertInto('nodes')
    .values({ node_id: nodeId, ...row })
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet(row))
    .execute();
  // Whose folder is gone will not come back to say so.
  await tx.deleteFrom('nodes').where('seen_at', '<', sql<Date>`now() - interval '1 day'`).execute();
}

/** Says that this node is here, again where that was forgotten; answers whether others are. */
async function beat(db: Db, name: NodeName, facts: NodeFacts): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    update nodes set seen_at = now() where node_id = ${name.nodeId} returning exists (
      select from nodes as other where other.machine is distinct from nodes.machine and ${isHere('other')}
    ) as others`.execute(overAll(db, 'of nobody'));
  if (!rows[0]) await register(db, name, facts);
  return rows[0]?.others ?? true;
}
