import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';

/** The Directory's own limit, for the whole installation. [LIM-13] */
const TWICE_A_SECOND = { burst: 1, perSecond: 2 };
/** Milliseconds that a search waits for its turn rather than to be refused at once. */
const PATIENCE = 3_000;

export interface TurnDeps {
  db: Db;
  rateLimiter: Pick<RateLimiter, 'limitOf'>;
}

/** Waits for the turn to ask the Directory. RATE_LIMITED where too many wait already. */
export async function directoryTurn(deps: TurnDeps): Promise<void> {
  const waitMs = await takeTurn(deps);
  if (waitMs > 0) await sleep(waitMs);
}

/**
 * The next free turn of all nodes, as milliseconds from now. It is the database's clock that counts, and each turn begins
 * a whole interval after the one before, so that no two nodes ask at once.
 */
export async function takeTurn({ db, rateLimiter }: TurnDeps): Promise<number> {
  const limit = rateLimiter.limitOf('directory', TWICE_A_SECOND);
  if (!limit) return 0;
  const apart = sql`make_interval(secs => ${1 / limit.perSecond}::float8)`;
  const { rows } = await sql<{ wait_ms: number | null; free_in: number }>`
    with taken as (
      update directory_turn set free_at = greatest(free_at, clock_timestamp()) + ${apart}
      where free_at <= clock_timestamp() + make_interval(secs => ${PATIENCE / 1_000}::float8)
      returning (extract(epoch from free_at - ${apart} - clock_timestamp()) * 1000)::float8 as wait_ms
    )
    select (select wait_ms from taken), extract(epoch from free_at - clock_timestamp())::float8 as free_in
    from directory_turn`.execute(overAll(db, 'of nobody'));
  const [turn] = rows;
  if (turn?.wait_ms == null)
    throw new AppError('RATE_LIMITED', { retryAfter: Math.max(1, turn?.free_in ?? 1) });
  return Math.max(0, Math.ceil(turn.wait_ms));
}
