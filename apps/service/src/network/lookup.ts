import { typeToAlias } from '@pappel/peppol-ids/aliases';
import { canonicalId, type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Principal } from '../platform/access/principal.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import { invalidField } from '../platform/errors.ts';
import { type AdmitDeps, admitLookup, countLookups } from './admit.ts';
import { atATime } from './at-a-time.ts';
import { endpointsOf, type NetworkCapability } from './capability.ts';
import { AT_A_TIME, type NetworkView } from './network-view.ts';

export interface LookupDeps extends AdmitDeps {
  networkView: NetworkView;
}

export interface LookupResult {
  /** As it was asked. */
  id: string;
  status: 'OK' | 'INVALID' | 'ERROR';
  canonicalId?: string;
  exists?: boolean;
  smpUrl?: string;
  types?: string[];
  capabilities?: NetworkCapability[];
  error?: { code: string; message: string };
}

export const MOST_IDS = 100;
/** Capabilities stand in one signed answer a document type; of more participants nobody reads so many at once. */
export const MOST_WITH_CAPABILITIES = 20;

/** Which of up to a hundred ids are on the network, in the order asked, eight at a time. [NET-1] */
export async function lookUp(
  deps: LookupDeps,
  principal: Principal,
  input: { ids: string[]; companyId?: string },
): Promise<LookupResult[]> {
  admitLookup(deps, principal);
  const { ids } = input;
  if (ids.length === 0 || ids.length > MOST_IDS)
    throw invalidField('ids', `must be 1 to ${MOST_IDS} ids; ${ids.length} were given`);
  const companyId = await companyIfNamed(deps.db, principal, input.companyId);
  const asked = ids.filter((id) => parseParticipantId(id) !== undefined);
  await countLookups(deps, principal, asked.length, companyId);
  const results = await atATime(AT_A_TIME, ids, (id) => lookUpOne(deps.networkView, id));
  if (ids.length > MOST_WITH_CAPABILITIES) return results;
  // One after the other: the document types of each are asked for eight at a time.
  return atATime(1, results, (result) => withCapabilities(deps.networkView, result));
}

/** A participant whose capabilities cannot be read exists all the same. */
async function withCapabilities(view: NetworkView, result: LookupResult): Promise<LookupResult> {
  const participant = result.exists ? parseParticipantId(result.id) : undefined;
  const found = participant && (await view.capabilities(participant));
  switch (found?.kind) {
    case 'served':
      return { ...result, capabilities: found.types.flatMap(endpointsOf) };
    case 'trouble':
      return { ...result, error: { code: found.code, message: found.detail } };
    default:
      return result;
  }
}

async function lookUpOne(view: NetworkView, id: string): Promise<LookupResult> {
  const participant = parseParticipantId(id);
  if (!participant)
    return {
      id,
      status: 'INVALID',
      error: {
        code: 'VALIDATION_FAILED',
        message: 'This is no Peppol id of the form scheme:value, such as 0007:5567321707.',
      },
    };
  const registration = await view.registration(participant);
  const known = { id, canonicalId: canonicalId(participant) };
  switch (registration.kind) {
    case 'registered':
      return {
        ...known,
        status: 'OK',
        exists: true,
        smpUrl: registration.smpUrl,
        types: registration.documentTypes.map((type) => typeToAlias(type) ?? type),
      };
    case 'not-registered':
      return { ...known, status: 'OK', exists: false };
    case 'trouble':
      return { ...known, status: 'ERROR', error: { code: registration.code, message: registration.detail } };
  }
}

/** The participant in a path or query, or VALIDATION_FAILED. */
export function participantNamed(field: string, text: string): ParticipantId {
  const participant = parseParticipantId(text);
  if (!participant)
    throw invalidField(field, 'is no Peppol id of the form scheme:value, such as 0007:5567321707');
  return participant;
}
