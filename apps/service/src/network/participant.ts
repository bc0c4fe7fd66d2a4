import { identifierScheme } from '@pappel/peppol-ids/identifier-schemes';
import { canonicalId, schemeOf } from '@pappel/peppol-ids/participant-id';
import type { Principal } from '../platform/access/principal.ts';
import { AppError } from '../platform/errors.ts';
import { admitLookup, countLookups } from './admit.ts';
import { endpointsOf, type NetworkCapability } from './capability.ts';
import { type LookupDeps, participantNamed } from './lookup.ts';
import type { Trouble } from './network-view.ts';

export interface NetworkParticipant {
  id: string;
  canonicalId: string;
  exists: boolean;
  smpUrl?: string;
  name?: string;
  countryCode?: string;
}

/** Not an answer about the participant: LOOKUP_FAILED with what went wrong. */
export function lookupFailed({ code, detail }: Trouble): AppError {
  return new AppError('LOOKUP_FAILED', {
    message: `The Peppol network could not be asked (${code}: ${detail}). Try again later.`,
  });
}

/** One participant as the network shows it; a miss is an answer, trouble is not. [NET-4] */
export async function networkParticipant(
  deps: LookupDeps,
  principal: Principal,
  peppolId: string,
): Promise<NetworkParticipant> {
  admitLookup(deps, principal);
  const id = participantNamed('peppolId', peppolId);
  await countLookups(deps, principal, 1);
  const registration = await deps.networkView.registration(id);
  if (registration.kind === 'trouble') throw lookupFailed(registration);
  const known = { id, canonicalId: canonicalId(id) };
  if (registration.kind === 'not-registered') return { ...known, exists: false };
  const { smpUrl } = registration;
  const [entity] = (await deps.networkView.card(id, smpUrl))?.entities ?? [];
  const countryCode = entity?.countryCode || identifierScheme(schemeOf(id))?.country;
  return { ...known, exists: true, smpUrl, name: entity?.names[0]?.name, countryCode };
}

/** What a participant receives and where, by metadata whose signature was checked. */
export async function networkCapabilities(
  deps: LookupDeps,
  principal: Principal,
  peppolId: string,
): Promise<{ capabilities: NetworkCapability[]; problems?: { documentTypeId: string; message: string }[] }> {
  admitLookup(deps, principal);
  const id = participantNamed('peppolId', peppolId);
  await countLookups(deps, principal, 1);
  const found = await deps.networkView.capabilities(id);
  if (found.kind === 'trouble') throw lookupFailed(found);
  if (found.kind === 'not-registered')
    throw new AppError('NOT_FOUND', {
      message: `${id} is not registered on the Peppol network. Check the number.`,
    });
  const problems = found.types
    .filter(({ problem }) => problem !== undefined)
    .map(({ documentTypeId, problem = '' }) => ({ documentTypeId, message: problem }));
  return {
    capabilities: found.types.flatMap(endpointsOf),
    problems: problems.length > 0 ? problems : undefined,
  };
}
