import { hostname } from 'node:os';
import { sql } from 'kysely';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

/** What all nodes of one database must have in common, and how people call it. */
const FACTS = {
  seat: 'the seat (AP_KEYSTORE)',
  accessPointKey: 'the key of the access point (AP_KEYSTORE)',
  smpKey: 'the key of the SMP (SMP_KEYSTORE)',
  secretKey: 'SECRET_KEY (or DATA_DIR/secret-key)',
  rules: 'the rules (VALIDATION, RULES_DIR and the version)',
  payloads: 'the payload store (S3_BUCKET, S3_ENDPOINT, or a shared DATA_DIR/payloads)',
} as const;

export type NodeFacts = Record<keyof typeof FACTS, string>;

export interface Membership {
  leave(): Promise<void>;
}

const BEAT_MS = 5_000;
/** One that was silent for this long is gone. */
const GONE_AFTER_SECONDS = 30;
const LOCK = 7_053_423;

/**
 * Takes a place among the nodes of this database, unless one of them would do things otherwise: a document that one
 * accepts must be found, opened, judged and signed alike by all. A problem names each difference.
 */
export async function joinNodes(
  db: Db,
  nodeId: string,
  facts: NodeFacts,
): Promise<Membership | { problems: string[] }> {
  const problems = await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(overAll(tx, 'of nobody'));
    const found = await differences(tx, nodeId, facts);
    if (found.length === 0) await register(tx, nodeId, facts);
    return found;
  });
  if (problems.length > 0) return { problems };
  const timer = setInterval(() => void beat(db, nodeId), BEAT_MS);
  timer.unref();
  return {
    leave: async () => {
      clearInterval(timer);
      await db
        .deleteFrom('nodes')
        .where('node_id', '=', nodeId)
        .execute()
        .catch(() => undefined);
    },
  };
}

async function differences(tx: Tx, nodeId: string, facts: NodeFacts): Promise<string[]> {
  const others = await tx
    .selectFrom('nodes')
    .where('node_id', '<>', nodeId)
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${GONE_AFTER_SECONDS})`)
    .select(['host', 'facts'])
    .execute();
  return others.flatMap(({ host, facts: theirs }) =>
    (Object.keys(FACTS) as (keyof NodeFacts)[])
      .filter((fact) => theirs[fact] !== undefined && theirs[fact] !== facts[fact])
      .map(
        (fact) =>
          `The node on ${host} uses this database with another value of ${FACTS[fact]}. Give both the same.`,
      ),
  );
}

async function register(tx: Tx, nodeId: string, facts: NodeFacts): Promise<void> {
  const now = new Date();
  const row = { host: hostname(), facts: JSON.stringify(facts), started_at: now, seen_at: sql<Date>`now()` };
  await tx
    .insertInto('nodes')
    .values({ node_id: nodeId, ...row })
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet(row))
    .execute();
}

async function beat(db: Db, nodeId: string): Promise<void> {
  const seen = db.updateTable('nodes').set({ seen_at: sql<Date>`now()` }).where('node_id', '=', nodeId);
  // A beat that is missed for trouble of the database is made up for by the next.
  await seen.execute().catch(() => undefined);
}
