import { setTimeout as sleep } from 'node:timers/promises';
import { createSmp, type SmlContext, updateSmp } from '@pappel/smp/sml';
import type { Logger } from 'pino';
import type { Db } from '../platform/db/database.ts';
import type { Health } from '../platform/health.ts';

interface Deps {
  db: Db;
  sml: SmlContext;
  smpPublicUrl: string;
  log: Logger;
  health: Health;
  /** An SMP elsewhere sees to it itself. */
  isElsewhere: boolean;
}

const PAUSE_MS = 5_000;

/**
 * The SML must know where our SMP is before it can name it; told again at each start, in case it moved. Where it does not
 * hear, it is told again in the background until it has. An SMP elsewhere sees to that itself.
 */
export async function registerSmp(deps: Deps, ip: string, signal: AbortSignal): Promise<void> {
  const problem = deps.isElsewhere ? undefined : await tellSml(deps, ip).catch(String);
  if (problem === undefined) return deps.health.is('smpRegistration');
  deps.log.warn({ problem }, 'the SML does not take our SMP; it is told again');
  deps.health.isNot('smpRegistration', problem);
  void tellAgain(deps, ip, signal);
}

async function tellAgain(deps: Deps, ip: string, signal: AbortSignal): Promise<void> {
  for (let problem: string | undefined = 'not told'; problem !== undefined; ) {
    await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    problem = await tellSml(deps, ip).catch(String);
    if (problem !== undefined) deps.health.isNot('smpRegistration', problem);
  }
  deps.health.is('smpRegistration');
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
    .onConflict((conflict) => conflict.column('smp_url').doUpdateSet({ registered_at: new Date() }))
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
