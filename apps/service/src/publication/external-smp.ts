import type { SmpContext } from '@pappel/smp/context';
import { type DirectoryContext, searchDirectory } from '@pappel/smp/directory';
import {
  cancelMigrationOut,
  deleteServiceGroup,
  deleteServiceMetadata,
  finishMigrationOut,
  migrateIn,
  pushToDirectory,
  putBusinessCard,
  putServiceGroup,
  putServiceMetadata,
  type SmpWriter,
  startMigrationOut,
  type WriteOutcome,
} from '@pappel/smp/publish';
import { fetchServiceGroup } from '@pappel/smp/service-group';
import { type PublishedEndpoint, serviceMetadataXml } from '@pappel/smp/write';
import { DONE, type Publisher, type Registration, type StepOutcome } from './publisher.ts';

export interface ExternalSmpDeps {
  /** What DNS names: the SMP's address for readers. */
  smpPublicUrl: string;
  writer: SmpWriter;
  smp: SmpContext;
  directory: DirectoryContext | undefined;
  endpoint: PublishedEndpoint;
}

/** An SMP elsewhere with the REST interface of phoss SMP, which tells SML and Directory itself. */
export function externalSmp(deps: ExternalSmpDeps): Publisher {
  const { writer, smpPublicUrl, directory } = deps;
  return {
    smpUrl: smpPublicUrl,
    hasDirectory: directory !== undefined,
    register: async (registration) => {
      const group = await putServiceGroup(writer, registration.address);
      return group.ok ? writeAll(deps, registration) : stepOf(group, 'sml');
    },
    refresh: (registration) => writeAll(deps, registration),
    withdraw: async (address) => unlessGone(await deleteServiceGroup(writer, address)),
    prepareMigration: async (address) => {
      const started = await startMigrationOut(writer, address);
      return started.ok ? { kind: 'prepared', token: started.migrationKey } : stepOf(started, 'sml');
    },
    cancelMigration: async (address) => unlessGone(await cancelMigrationOut(writer, address)),
    takeOver: (registration, token) => takeOver(deps, registration, token),
    release: async (address) => unlessGone(await finishMigrationOut(writer, address)),
    index: async (address) => stepOf(await pushToDirectory(writer, address), 'directory'),
    isIndexed: async (participant) => {
      const answer = directory && (await searchDirectory(directory, { participant }));
      return !answer || (answer.kind === 'answered' && answer.matches.length > 0);
    },
    // It leaves the Directory with its service group.
    unindex: async () => DONE,
  };
}

/** Metadata of each document type, none of those that are no more, and the card. */
async function writeAll(deps: ExternalSmpDeps, registration: Registration): Promise<StepOutcome> {
  const { address, types, card } = registration;
  for (const { documentTypeId, processIds } of types) {
    const xml = serviceMetadataXml(address, documentTypeId, processIds, deps.endpoint);
    const outcome = await putServiceMetadata(deps.writer, address, documentTypeId, xml);
    if (!outcome.ok) return stepOf(outcome, 'smp');
  }
  const group = await fetchServiceGroup(deps.smp, deps.smpPublicUrl, address);
  if (group.kind === 'unreachable') return { kind: 'not-yet', step: 'smp', reason: group.detail };
  const wanted = new Set(types.map((type) => type.documentTypeId));
  for (const documentTypeId of group.kind === 'found' ? group.documentTypes : []) {
    if (wanted.has(documentTypeId)) continue;
    const outcome = await deleteServiceMetadata(deps.writer, address, documentTypeId);
    if (!outcome.ok && outcome.fault !== 'not-found') return stepOf(outcome, 'smp');
  }
  return stepOf(await putBusinessCard(deps.writer, card), 'smp');
}

/**
 * First the metadata, then the address, so that it is answered for at every moment. An SMP that makes the service group
 * itself on migration, and refuses while there is one, is written to right afterwards instead.
 */
async function takeOver(
  deps: ExternalSmpDeps,
  registration: Registration,
  token: string,
): Promise<StepOutcome> {
  const { writer } = deps;
  const group = await putServiceGroup(writer, registration.address, { inSml: false });
  if (!group.ok) return stepOf(group, 'smp');
  const written = await writeAll(deps, registration);
  if (written.kind !== 'done') return written;
  const moved = await migrateIn(writer, registration.address, token);
  if (moved.ok || moved.fault !== 'refused' || !/already|exist/i.test(moved.message)) return movedOf(moved);
  await deleteServiceGroup(writer, registration.address, { inSml: false });
  const again = await migrateIn(writer, registration.address, token);
  return again.ok ? writeAll(deps, registration) : movedOf(again);
}

/** What the SML thinks of the key comes as HTTP 500 from an SMP, with the SML's word in it. */
function movedOf(outcome: WriteOutcome): StepOutcome {
  if (outcome.ok) return DONE;
  const isKey = outcome.fault === 'refused' || /not.?found|bad.?request/i.test(outcome.message);
  if (!isKey) return stepOf(outcome, 'sml');
  return { kind: 'refused', step: 'sml', reason: outcome.message, rejectsToken: true };
}

const unlessGone = (outcome: WriteOutcome): StepOutcome =>
  !outcome.ok && outcome.fault === 'not-found' ? DONE : stepOf(outcome, 'sml');

function stepOf(outcome: WriteOutcome, step: 'smp' | 'sml' | 'directory'): StepOutcome {
  if (outcome.ok) return DONE;
  // What the SML refuses for good is HTTP 500 too.
  const isPassing = outcome.fault === 'unreachable' && !/already/i.test(outcome.message);
  return { kind: isPassing ? 'not-yet' : 'refused', step, reason: outcome.message };
}
