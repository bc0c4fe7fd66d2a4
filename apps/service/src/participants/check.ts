export const CHECK_NAMES = ['numberValid', 'heldElsewhere', 'directoryName'] as const;
export const CHECK_OUTCOMES = ['good', 'bad', 'unknown'] as const;

/** One thing that was looked at before an address is approved. */
export interface ParticipantCheck {
  name: (typeof CHECK_NAMES)[number];
  outcome: (typeof CHECK_OUTCOMES)[number];
  /** In a sentence. */
  detail: string;
  checkedAt: string;
}
