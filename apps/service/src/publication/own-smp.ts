import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { DirectoryContext } from '@pappel/smp/directory';
import {
  type IndexerOutcome,
  indexParticipant,
  isIndexed,
  unindexParticipant,
} from '@pappel/smp/directory-indexer';
import { newMigrationKey } from '@pappel/smp/migration-key';
import {
  createParticipant,
  deleteParticipant,
  isListed,
  migrate,
  prepareMigration,
  type SmlContext,
  type SmlFailure,
  type SmlOutcome,
} from '@pappel/smp/sml';
import { DONE, type Publisher, type StepOutcome } from './publisher.ts';

export interface OwnSmpDeps {
  smpPublicUrl: string;
  sml: SmlContext;
  indexer: DirectoryContext | undefined;
}

/** The SMP of this service: it reads the participants themselves, so that only the SML and the Directory are told. */
export function ownSmp({ smpPublicUrl, sml, indexer }: OwnSmpDeps): Publisher {
  return {
    smpUrl: smpPublicUrl,
    hasDirectory: indexer !== undefined,
    register: async ({ address }) => {
      const outcome = await createParticipant(sml, address);
      // Another job may have registered it a moment ago.
      return settled(sml, address, outcome.ok ? outcome : { ...outcome, isRepeat: true });
    },
    refresh: async () => DONE,
    withdraw: async (address) => {
      const outcome = await deleteParticipant(sml, address);
      return !outcome.ok && outcome.fault === 'not-found' ? DONE : stepOf(outcome);
    },
    prepareMigration: async (address) => {
      const token = newMigrationKey();
      const outcome = await prepareMigration(sml, address, token);
      return outcome.ok ? { kind: 'prepared', token } : stepOf(outcome);
    },
    // There is no taking back: a key that nobody knows takes its place.
    cancelMigration: async (address) => stepOf(await prepareMigration(sml, address, newMigrationKey())),
    takeOver: async ({ address }, token, isSecondTry) => {
      const outcome = await migrate(sml, address, token);
      const seen = outcome.ok ? outcome : { ...outcome, isRepeat: outcome.isRepeat || isSecondTry };
      const step = await settled(sml, address, seen);
      return step.kind === 'refused' ? { ...step, rejectsToken: rejectsToken(outcome) } : step;
    },
    release: async () => DONE,
    index: async (address) => (indexer ? indexedOf(await indexParticipant(indexer, address)) : DONE),
    isIndexed: async (address) => !indexer || (await isIndexed(indexer, address)).ok,
    unindex: async (address) => {
      const outcome = indexer ? await unindexParticipant(indexer, address) : { ok: true as const };
      // Not there, or there by another SMP: either way it is not ours.
      const isGone = outcome.ok || outcome.fault === 'not-found' || outcome.fault === 'unauthorized';
      return isGone ? DONE : indexedOf(outcome);
    },
  };
}

/** A refusal that may be the trace of our own success is decided by what the SML lists for us. */
async function settled(sml: SmlContext, address: ParticipantId, outcome: SmlOutcome): Promise<StepOutcome> {
  if (outcome.ok || !outcome.isRepeat) return stepOf(outcome);
  const listing = await isListed(sml, address);
  if (!listing.ok) return stepOf({ ...listing, fault: 'unreachable' });
  return listing.listed ? DONE : stepOf(outcome);
}

const isPassing = ({ fault }: SmlFailure): boolean => fault === 'unreachable' || fault === 'internal';

/** An unknown key is "not found"; one that is none, "bad request". */
const rejectsToken = (outcome: SmlOutcome): boolean =>
  !outcome.ok && (outcome.fault === 'not-found' || outcome.fault === 'bad-request');

function stepOf(outcome: SmlOutcome): StepOutcome {
  if (outcome.ok) return DONE;
  return { kind: isPassing(outcome) ? 'not-yet' : 'refused', step: 'sml', reason: outcome.message };
}

function indexedOf(outcome: IndexerOutcome): StepOutcome {
  if (outcome.ok) return DONE;
  const kind = outcome.fault === 'unreachable' ? 'not-yet' : 'refused';
  return { kind, step: 'directory', reason: outcome.message };
}
