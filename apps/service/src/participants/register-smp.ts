import { createSmp, type SmlContext, updateSmp } from '@pappel/smp/sml';
import type { Logger } from 'pino';

/** The SML must know where our SMP is before it can name it; told again at each start, in case it moved. */
export async function registerSmp(
  deps: { sml: SmlContext; smpPublicUrl: string; log: Logger },
  ip: string,
): Promise<void> {
  const address = { url: deps.smpPublicUrl, ip };
  const updated = await updateSmp(deps.sml, address);
  const outcome = updated.ok ? updated : await createSmp(deps.sml, address);
  if (!outcome.ok)
    deps.log.warn({ fault: outcome.fault, message: outcome.message }, 'the SML does not take our SMP');
}
