import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';

/** How a receiver takes what is sent to it. */
export const MANNERS = ['good', 'slow', 'fails-at-first', 'refuses-connections', 'never-answers'] as const;
export type Manner = (typeof MANNERS)[number];

/** Of 200 receivers. One that never answers takes the message, keeps the connection and says nothing. */
const SHARES: Record<Manner, number> = {
  good: 169,
  slow: 15,
  'fails-at-first': 10,
  'refuses-connections': 5,
  'never-answers': 1,
};
export const SLOW_MS = 2_000;

export interface Receiver {
  participant: ParticipantId;
  manner: Manner;
}

/** A number of the block that GS1 keeps for demonstrations, with its check digit. */
function gln(index: number): ParticipantId {
  const digits = `95200${String(index).padStart(7, '0')}`;
  const sum = [...digits].reduce((so, digit, at) => so + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  const id = parseParticipantId(`0088:${digits}${(10 - (sum % 10)) % 10}`);
  if (!id) throw new Error(`${digits} makes no GLN`);
  return id;
}

/** Everybody whom the customers send to, the same in each run. */
export function receivers(): Receiver[] {
  const manners = MANNERS.flatMap((manner) => Array.from({ length: SHARES[manner] }, () => manner));
  return manners.map((manner, index) => ({ participant: gln(200_000 + index), manner }));
}

/** The address of a customer of the service. */
export const customerAddress = (index: number): ParticipantId => gln(300_000 + index);

/** A sender elsewhere. */
export const STRANGER = gln(400_000);

/** Whose documents arrive in the end, whatever happens on the way. */
export const arrives = (manner: Manner): boolean =>
  manner !== 'refuses-connections' && manner !== 'never-answers';
