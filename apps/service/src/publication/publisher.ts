import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { BusinessCard } from '@pappel/smp/business-card';
import { businessCardOf } from '../participants/business-card.ts';
import { type ReceivedType, receivedTypes } from '../participants/received-types.ts';
import type { ParticipantRow } from '../participants/transition.ts';
import type { Db } from '../platform/db/database.ts';

/** What an SMP is to say of a participant. */
export interface Registration {
  address: ParticipantId;
  types: ReceivedType[];
  card: BusinessCard;
}

/** How one step of registering ended: done, refused for good, or to be tried again. */
export type StepOutcome =
  | { kind: 'done' }
  | {
      kind: 'refused' | 'not-yet';
      step: 'smp' | 'sml' | 'directory';
      reason: string;
      /** It is the migration key that is refused. */
      rejectsToken?: boolean;
    };

export const DONE: StepOutcome = { kind: 'done' };

/** What makes an address ours on the network: our own SMP with the SML behind it, or an SMP elsewhere. */
export interface Publisher {
  /** What DNS names once an address is registered. */
  readonly smpUrl: string;
  /** Whether there is a Directory to be told. */
  readonly hasDirectory: boolean;
  /** Makes the SMP serve the participant, and DNS name the SMP. Again is no harm. */
  register(registration: Registration): Promise<StepOutcome>;
  /** Makes the SMP say what has changed. */
  refresh(registration: Registration): Promise<StepOutcome>;
  withdraw(address: ParticipantId): Promise<StepOutcome>;
  /** A key by which another SMP may take the address over; it is ours until then. */
  prepareMigration(address: ParticipantId): Promise<{ kind: 'prepared'; token: string } | StepOutcome>;
  /** Makes the last key worthless. */
  cancelMigration(address: ParticipantId): Promise<StepOutcome>;
  /** Serves the participant, then takes its address over. `isSecondTry`: a former try may have succeeded unseen. */
  takeOver(registration: Registration, token: string, isSecondTry: boolean): Promise<StepOutcome>;
  /** Another SMP has taken the address over. */
  release(address: ParticipantId): Promise<StepOutcome>;
  /** Asks the Directory to read the business card again. */
  index(address: ParticipantId): Promise<StepOutcome>;
  /** Whether the Directory has read it, where that can be told. */
  isIndexed(address: ParticipantId): Promise<boolean>;
  unindex(address: ParticipantId): Promise<StepOutcome>;
}

export async function registrationOf(db: Db, row: ParticipantRow): Promise<Registration> {
  return {
    address: row.address,
    types: await receivedTypes(db, row.id),
    card: await businessCardOf(db, row),
  };
}
