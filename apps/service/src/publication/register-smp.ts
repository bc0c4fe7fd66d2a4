import { setTimeout as sleep } from 'node:timers/promises';
import { createSmp, type SmlContext, updateSmp } from '@pappel/smp/sml';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Health } from '../platform/health.ts';
import type { Turns } from '../platform/turns.ts';

interface Deps {
  db: Db;
  nodeTurns: Turns;
  sml: SmlContext;
  smpPublicUrl: string;
  log: Logger;
  health: Health;
  /** An SMP elsewhere sees to it itself. */
  isElsewhere: boolean;
}

const PAUSE_MS = 5_000;

/**
 * The SML must know where our SMP is before it can name it; told again at each start, in case it moved, by the first of several
 * nodes. Where it does not hear, it is told again in the background until it has. An SMP elsewhere sees to that itself.
 */
export async function registerSmp(deps: Deps, ip: string, signal: AbortSignal): Promise<void> {
  const problem = deps.isElsewhere ? undefined : await tellOnce(deps, ip).catch(String);
  if (problem === undefined) return deps.health.is('smpRegistration');
  deps.log.warn({ problem }, 'the SML does not take our SMP; it is told again');
  deps.health.isNot('smpRegistration', problem);
  void tellAgain(deps, ip, signal);
}

async function tellAgain(deps: Deps, ip: string, signal: AbortSignal): Promise<void> {
  for (let problem: string | undefined = 'not told'; problem !== undefined; ) {
    await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    problem = await tellOnce(deps, ip).catch(String);
    if (problem !== undefined) deps.health.isNot('smpRegistration', problem);
  }
  deps.health.is('smpRegistration');
}

/** Nodes that run have the same address: what one of them told since the first one started is so. */
function tellOnce(deps: Deps, ip: string): Promise<string | undefined> {
  return deps.nodeTurns.take('smp.register', async () => {
    if (await wasToldByNodes(deps)) return undefined;
    return tellSml(deps, ip);
  });
}

async function wasToldByNodes({ db, smpPublicUrl }: Deps): Promise<boolean> {
  const { rows } = await sql`
    select from smp_registrations where smp_url = ${smpPublicUrl} and registered_at >= (
      select min(started_at) from nodes where seen_at > now() - interval '30 seconds')`.execute(
    overAll(db, 'of nobody'),
  );
  return rows.length > 0;
}

/** Undefined when the SML knows it; one that is away now may have heard before. */
async function tellSml(deps: Deps, ip: string): Promise<string | undefined> {
  const address = { url: deps.smpPublicUrl, ip };
  const updated = await updateSmp(deps.sml, address);
  const isUnreachable = !updated.ok && updated.fault === 'unreachable';
  const outcome = updated.ok || isUnreachable ? updated : await createSmp(deps.sml, address);
  if (!outcome.ok) return (await wasTold(deps)) ? undefined : `${outcome.fault}: ${outcome.message}`;
  await deps.db
    .insertInto('smp_registrations')
    .values({ smp_url: deps.smpPublicUrl })
    .onConflict((conflict) => conflict.column('smp_url').doUpdateSet({ registered_at: sql<Date>`now()` }))
    .execute();
  return undefined;
}

async function wasTold({ db, smpPublicUrl }: Deps): Promise<boolean> {
  const row = await db
    .selectFrom('smp_registrations')
    .where('smp_url', '=', smpPublicUrl)
    .select('smp_url')
    .executeTakeFirst();
  return row !== undefined;
}
