import { createSmp, type SmlContext, updateSmp } from '@pappel/smp/sml';
import type { Logger } from 'pino';

interface Deps {
  sml: SmlContext;
  smpPublicUrl: string;
  log: Logger;
  config: { smp: { external: unknown } };
}

/**
 * The SML must know where our SMP is before it can name it; told again at each start, in case it moved. An SMP elsewhere
 * sees to that itself.
 */
export async function registerSmp(deps: Deps, ip: string): Promise<void> {
  if (deps.config.smp.external) return;
  const address = { url: deps.smpPublicUrl, ip };
  const updated = await updateSmp(deps.sml, address);
  const isUnreachable = !updated.ok && updated.fault === 'unreachable';
  const outcome = updated.ok || isUnreachable ? updated : await createSmp(deps.sml, address);
  if (!outcome.ok)
    deps.log.warn({ fault: outcome.fault, message: outcome.message }, 'the SML does not take our SMP');
}
