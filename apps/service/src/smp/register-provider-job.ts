import type { SmpContext } from '@pappel/smp/context';
import { locate } from '@pappel/smp/locate';
import { createParticipant, type SmlContext } from '@pappel/smp/sml';
import type { Provider } from '../platform/provider.ts';

export interface RegisterProviderDeps {
  smp: SmpContext;
  sml: SmlContext;
  smpPublicUrl: string;
  provider: Provider;
}

/**
 * Registers our own address as a service provider, so that statuses find us [PNP MLS-2]. Our SMP serves it all the time;
 * the SML is told when DNS does not name us yet. Throws until it does, and is tried again.
 */
export async function registerProvider(deps: RegisterProviderDeps): Promise<void> {
  if (await isOurs(deps)) return;
  const created = await createParticipant(deps.sml, deps.provider.spid);
  if (await isOurs(deps)) return;
  const reason = created.ok ? 'DNS does not name our SMP yet' : created.message;
  throw new Error(`${deps.provider.spid} is not registered yet: ${reason}`);
}

async function isOurs({ smp, smpPublicUrl, provider }: RegisterProviderDeps): Promise<boolean> {
  const location = await locate(smp, provider.spid);
  return location.kind === 'located' && location.smpUrl === smpPublicUrl;
}
