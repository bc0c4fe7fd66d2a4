import { typeToAlias } from '@pappel/peppol-ids/aliases';
import { identifierScheme, schemesMatching } from '@pappel/peppol-ids/identifier-schemes';
import {
  canonicalId,
  type ParticipantId,
  parseParticipantId,
  schemeOf,
  valuePart,
} from '@pappel/peppol-ids/participant-id';
import { type DirectoryContext, type DirectoryMatch, searchDirectory } from '@pappel/smp/directory';
import type { Principal } from '../platform/access/principal.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { admitLookup, countLookups } from './admit.ts';
import { atATime } from './at-a-time.ts';
import { directoryTurn } from './directory-turn.ts';
import type { LookupDeps } from './lookup.ts';
import { AT_A_TIME, type NetworkView, type Trouble } from './network-view.ts';
import { lookupFailed } from './participant.ts';

export interface SearchDeps extends LookupDeps {
  /** Undefined where there is none, or it was switched off. */
  directory: DirectoryContext | undefined;
}

export interface SearchRow {
  peppolId: string;
  canonicalId: string;
  name?: string;
  countryCode?: string;
  registrationNumber?: string;
  source: 'SMP' | 'DIRECTORY';
  smpUrl?: string;
  types: string[];
}

export interface SearchAnswer {
  mode: 'id' | 'search';
  results: SearchRow[];
  /** Whether the Directory was consulted. */
  directoryConfigured: boolean;
  /** Some of the network could not be asked: there may be more than this. */
  incomplete?: boolean;
}

/** One id that may be on the network, and what is said of it where it came from. */
interface Candidate {
  participant: ParticipantId;
  source: SearchRow['source'];
  registrationNumber?: string;
  listed?: DirectoryMatch;
}

/** A full id exactly; anything else as a registration number and as words of the Directory. [NET-9] */
export async function searchNetwork(
  deps: SearchDeps,
  principal: Principal,
  q: string,
): Promise<SearchAnswer> {
  admitLookup(deps, principal);
  const text = q.trim();
  if (text === '') throw invalidField('q', 'is empty; give a Peppol id, a number or a name');
  const id = parseParticipantId(text);
  if (id) {
    await countLookups(deps, principal, 1);
    const { rows } = await confirmed(deps, [{ participant: id, source: 'SMP' }]);
    return { mode: 'id', results: rows, directoryConfigured: false };
  }
  const numbers = numberCandidates(text);
  const listed = await directoryCandidates(deps, text);
  // However many candidates there are: one thing was sought. [USG-5]
  const isSought = numbers.length > 0 || listed.isConsulted;
  if (isSought) await countLookups(deps, principal, 1);
  const { rows, isIncomplete } = await confirmed(deps, merged(numbers, listed.candidates));
  const incomplete = isIncomplete || listed.isMissing;
  return {
    mode: 'search',
    results: rows,
    directoryConfigured: listed.isConsulted,
    incomplete: incomplete || undefined,
  };
}

/** As a number of every scheme whose rule it keeps, as it stands and without what people write between digits. */
function numberCandidates(text: string): Candidate[] {
  if (!/\d/.test(text)) return [];
  const spellings = new Set([text.replace(/\s+/g, ''), text.replace(/[\s.\-/]+/g, '')]);
  const ids = [...spellings].flatMap((value) =>
    schemesMatching(value).map((scheme) => parseParticipantId(`${scheme}:${value}`)),
  );
  return [...new Set(ids)]
    .filter((participant) => participant !== undefined)
    .map((participant) => ({
      participant,
      source: 'SMP' as const,
      registrationNumber: valuePart(participant),
    }));
}

/** How many the Directory is asked for; each is then looked up. */
const LISTED = 20;

interface Listed {
  candidates: Candidate[];
  isConsulted: boolean;
  /** It should have been asked, and did not answer. */
  isMissing: boolean;
}

async function directoryCandidates(deps: SearchDeps, text: string): Promise<Listed> {
  if (!deps.directory) return { candidates: [], isConsulted: false, isMissing: false };
  await directoryTurn(deps);
  const answer = await searchDirectory(deps.directory, { text }, { pageSize: LISTED });
  if (answer.kind === 'too-many') throw new AppError('RATE_LIMITED', { retryAfter: answer.retryAfter });
  if (answer.kind !== 'answered')
    return { candidates: [], isConsulted: false, isMissing: answer.kind === 'unreachable' };
  const candidates = answer.matches.map((listed) => ({
    participant: listed.participant,
    source: 'DIRECTORY' as const,
    registrationNumber: listed.identifiers[0]?.value,
    listed,
  }));
  return { candidates, isConsulted: true, isMissing: false };
}

/** A participant found both ways is one row: seen in an SMP, with what the Directory says of it. */
function merged(numbers: readonly Candidate[], listed: readonly Candidate[]): Candidate[] {
  const byId = new Map(listed.map((candidate) => [candidate.participant, candidate]));
  for (const number of numbers) byId.set(number.participant, { ...byId.get(number.participant), ...number });
  return [...byId.values()];
}

/** Only those that an SMP has. Where nothing could be confirmed and something could not be asked, that is no "nothing". */
async function confirmed(
  deps: SearchDeps,
  candidates: readonly Candidate[],
): Promise<{ rows: SearchRow[]; isIncomplete: boolean }> {
  const found = await atATime(AT_A_TIME, candidates, (candidate) => rowOf(deps.networkView, candidate));
  const rows = found.filter((one) => one !== undefined && 'peppolId' in one) as SearchRow[];
  const failed = found.find((one): one is Trouble => one !== undefined && 'kind' in one);
  if (failed && rows.length === 0) throw lookupFailed(failed);
  return { rows, isIncomplete: failed !== undefined };
}

async function rowOf(view: NetworkView, candidate: Candidate): Promise<SearchRow | Trouble | undefined> {
  const { participant, listed, source, registrationNumber } = candidate;
  const registration = await view.registration(participant);
  if (registration.kind === 'not-registered') return undefined;
  if (registration.kind === 'trouble') return registration;
  const { smpUrl, documentTypes } = registration;
  const [entity] = listed ? [] : ((await view.card(participant, smpUrl))?.entities ?? []);
  return {
    peppolId: participant,
    canonicalId: canonicalId(participant),
    name: listed?.name ?? entity?.names[0]?.name,
    countryCode:
      listed?.countryCode || entity?.countryCode || identifierScheme(schemeOf(participant))?.country,
    registrationNumber,
    source,
    smpUrl,
    types: documentTypes.map((type) => typeToAlias(type) ?? type),
  };
}
