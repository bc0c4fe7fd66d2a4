import { MLS_DOCUMENT_TYPE, MLS_PROCESS } from '@pappel/mls/status';
import type { SmpContext } from '@pappel/smp/context';
import { locate } from '@pappel/smp/locate';
import { NotYet } from '../platform/jobs/not-yet.ts';
import type { Provider } from '../provider/provider.ts';
import type { Publisher } from './publisher.ts';

export interface RegisterProviderDeps {
  smp: SmpContext;
  publisher: Publisher;
  provider: Provider;
}

/**
 * Registers our own address as a service provider, so that statuses find us [PNP MLS-2]: at every start, as the SMP or
 * our endpoint may have changed. Throws until DNS names the SMP, and is tried again.
 */
export async function registerProvider({ smp, publisher, provider }: RegisterProviderDeps): Promise<void> {
  const { spid, country, seat } = provider;
  const outcome = await publisher.register({
    address: spid,
    types: [{ documentTypeId: MLS_DOCUMENT_TYPE, processIds: [MLS_PROCESS] }],
    card: { participant: spid, entities: [{ names: [{ name: seat }], countryCode: country }] },
  });
  const location = await locate(smp, spid);
  if (location.kind === 'located' && location.smpUrl === publisher.smpUrl) return;
  const reason = outcome.kind === 'done' ? 'DNS does not name our SMP yet' : outcome.reason;
  throw new NotYet(`${spid} is not registered yet: ${reason}`);
}
