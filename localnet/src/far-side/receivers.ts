import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';

/** How the far side takes a document for a receiver. */
export type Reaction = 'receipt' | 'error-then-receipt' | 'refusal';

/** Where the SMP sends who looks a receiver up, and with which certificate. */
export type Place = 'access-point' | 'silence' | 'expired-certificate' | 'revoked-certificate';

/** A receiver whose answer is known beforehand, so that an integration can be tried against each. */
export interface MagicReceiver {
  name: string;
  participant: ParticipantId;
  about: string;
  /** What becomes of a document that is sent there, in the words of the API. */
  outcome: { status: string; lastErrorCode?: string; attempts?: number; mls?: 'REJECTED' };
  /** Undefined for one that the network does not know. */
  published?: { place: Place; takes: 'every type' | 'orders alone' };
  reaction: Reaction;
  /** The Message Level Status that follows the Receipt, though nobody asked for it. */
  rejectsAfterMs?: number;
}

/** Numbers of the 952 block, which GS1 keeps for demonstrations: nobody real is meant. */
function gln(value: string): ParticipantId {
  const id = parseParticipantId(`0088:${value}`);
  if (!id) throw new Error(`${value} is no GLN`);
  return id;
}

const LATE_MS = 30_000;
const anywhere = { place: 'access-point', takes: 'every type' } as const;
const at = (place: Place) => ({ place, takes: 'every type' }) as const;

/** Who also sends what `POST /v1/sandbox/inbound` asks for, so that an answer to it arrives. */
export const ACCEPTS: MagicReceiver = {
  name: 'ACCEPTS',
  participant: gln('9520000000011'),
  about: 'Takes every document.',
  outcome: { status: 'AS4_ACCEPTED', attempts: 1 },
  published: anywhere,
  reaction: 'receipt',
};

export const MAGIC_RECEIVERS: readonly MagicReceiver[] = [
  ACCEPTS,
  {
    name: 'MLS_REJECTED',
    participant: gln('9520000000028'),
    about: 'Takes every document, and its provider says at once that it was rejected.',
    outcome: { status: 'AS4_ACCEPTED', mls: 'REJECTED' },
    published: anywhere,
    reaction: 'receipt',
    rejectsAfterMs: 0,
  },
  {
    name: 'MLS_LATE',
    participant: gln('9520000000035'),
    about: 'The same, but its provider says so only half a minute later.',
    outcome: { status: 'AS4_ACCEPTED', mls: 'REJECTED' },
    published: anywhere,
    reaction: 'receipt',
    rejectsAfterMs: LATE_MS,
  },
  {
    name: 'RETRY_THEN_ACCEPTS',
    participant: gln('9520000000042'),
    about: 'Fails for the time being at the first attempt (EBMS:0202), and takes the second.',
    outcome: { status: 'AS4_ACCEPTED', attempts: 2 },
    published: anywhere,
    reaction: 'error-then-receipt',
  },
  {
    name: 'NEVER_ANSWERS',
    participant: gln('9520000000059'),
    about:
      'Lets itself be connected to and says nothing: each attempt ends after some seconds, until there are none left.',
    outcome: { status: 'SEND_RETRY', lastErrorCode: 'TIMEOUT' },
    published: at('silence'),
    reaction: 'receipt',
  },
  {
    name: 'REFUSES',
    participant: gln('9520000000066'),
    about: 'Does not serve the receiver (PEPPOL:NOT_SERVICED): final at the first attempt.',
    outcome: { status: 'SEND_FAILED', lastErrorCode: 'AS4_ERROR', attempts: 1 },
    published: anywhere,
    reaction: 'refusal',
  },
  {
    name: 'UNKNOWN',
    participant: gln('9520000000073'),
    about: 'Is not on the network.',
    outcome: { status: 'DISCOVERY_FAILED', lastErrorCode: 'PARTICIPANT_NOT_FOUND' },
    reaction: 'refusal',
  },
  {
    name: 'OTHER_DOCUMENT_TYPES',
    participant: gln('9520000000080'),
    about: 'Is on the network for orders alone.',
    outcome: { status: 'DISCOVERY_FAILED', lastErrorCode: 'DOCUMENT_TYPE_NOT_SUPPORTED' },
    published: { place: 'access-point', takes: 'orders alone' },
    reaction: 'receipt',
  },
  {
    name: 'CERTIFICATE_EXPIRED',
    participant: gln('9520000000097'),
    about: 'The certificate of its access point has expired: nothing is sent.',
    outcome: { status: 'SEND_FAILED', lastErrorCode: 'RECEIVER_CERTIFICATE_INVALID' },
    published: at('expired-certificate'),
    reaction: 'receipt',
  },
  {
    name: 'CERTIFICATE_REVOKED',
    participant: gln('9520000000103'),
    about: 'The certificate of its access point was revoked: nothing is sent.',
    outcome: { status: 'SEND_FAILED', lastErrorCode: 'RECEIVER_CERTIFICATE_REVOKED' },
    published: at('revoked-certificate'),
    reaction: 'receipt',
  },
];

const byAddress = new Map<string, MagicReceiver>(MAGIC_RECEIVERS.map((one) => [one.participant, one]));

/** Who the far side plays under an address, if anybody. */
export const receiverAt = (participant: ParticipantId): MagicReceiver | undefined =>
  byAddress.get(participant);
