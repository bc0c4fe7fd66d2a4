import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TurnAmong } from '../turns.ts';
import type { Db } from './database.ts';
import { overAll } from './roots.ts';

/** Who has a turn says so again and again; a node that died has it for so long. */
const HELD_SECONDS = 20;
const AGAIN_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 50;

/**
 * Turns among all nodes of a database, as rows that are held for a while: no connection waits, and none is held while the work
 * is done. Who waits looks again and again, so each node lets its own wait in line first.
 */
export function turnsAmongNodes(db: Db): TurnAmong {
  return async (key) => {
    const [hash, holder] = [createHash('sha256').update(key).digest(), randomUUID()];
    while (!(await tryToTake(db, hash, holder))) await sleep(LOOK_EVERY_MS);
    // One that cannot be said is said again by the next.
    const again = setInterval(() => void goOn(db, hash, holder).catch(() => undefined), AGAIN_EVERY_MS);
    again.unref();
    return async () => {
      clearInterval(again);
      // What cannot be given back ends by itself.
      await giveBack(db, hash, holder).catch(() => undefined);
    };
  };
}

const HELD_UNTIL = sql`now() + make_interval(secs => ${sql.lit(HELD_SECONDS)})`;

async function tryToTake(db: Db, hash: Buffer, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into node_turns as turn (key_hash, holder, held_until) values (${hash}, ${holder}, ${HELD_UNTIL})
    on conflict (key_hash) do update set holder = excluded.holder, held_until = excluded.held_until
    where turn.held_until < now() returning true`.execute(overAll(db, 'of nobody'));
  return rows.length > 0;
}

const goOn = (db: Db, hash: Buffer, holder: string) =>
  sql`update node_turns set held_until = ${HELD_UNTIL} where key_hash = ${hash} and holder = ${holder}`.execute(
    overAll(db, 'of nobody'),
  );

const giveBack = (db: Db, hash: Buffer, holder: string) =>
  db.deleteFrom('node_turns').where('key_hash', '=', hash).where('holder', '=', holder).execute();
