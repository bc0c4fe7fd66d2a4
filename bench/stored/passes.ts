import type { Client } from 'pg';
import { termsOf } from '../../apps/service/src/messages/search-terms.ts';
import type { AccountId } from '../../apps/service/src/platform/ids.ts';
import { type Own, type Pattern, patternOf } from './copy-rows.ts';
import { DAY_MS, type Stored } from './population.ts';

/** All rows of one table. */
export interface Pass extends Pick<Pattern<Stored>, 'table' | 'columns'> {
  lineOf: (one: Stored) => string;
  has: (one: Stored) => boolean;
}

export interface Models {
  /** The ids of a document that was sent, and of the same as it came in. */
  sent: string;
  received: string;
}

/** So far back the log of events is filled. */
const EVENTS_DAYS = 30;
/** Of a Receipt, which has 6 kilobytes, so much is kept: what is looked up is its key. */
const PROOF_BYTES = 64;
const KEYED_SHARE = 3;

const OF_HOUSE: Own<Stored> = {
  account_id: ({ house }) => house.accountId,
  company_id: ({ house }) => house.companyId,
  participant_id: ({ house }) => house.participantId,
};

const MESSAGE: Own<Stored> = {
  ...OF_HOUSE,
  id: ({ id }) => id,
  status: ({ status }) => status,
  sender: ({ isInbound, partner, house }) => (isInbound ? partner : house.address),
  receiver: ({ isInbound, partner, house }) => (isInbound ? house.address : partner),
  document_number: ({ number }) => number,
  as4_message_id: ({ as4Id }) => as4Id,
  sbdh_instance_id: ({ envelopeId }) => envelopeId,
  payload_key: ({ id, isInbound }) => `${isInbound ? 'inbound' : 'outbound'}/${id}`,
  last_error_code: ({ errorCode }) => errorCode ?? '\\N',
  envelope_created_at: ({ at }) => at,
  created_at: ({ at }) => at,
  updated_at: ({ at }) => at,
  status_changed_at: ({ at }) => at,
};

const PART: Own<Stored> = {
  ...OF_HOUSE,
  message_id: ({ id }) => id,
  created_at: ({ at }) => at,
  started_at: ({ at }) => at,
  finished_at: ({ at }) => at,
  content: ({ n }) => `\\\\x${n.toString(16).padStart(2 * PROOF_BYTES, '0')}`,
};

const terms = (one: Stored): string => {
  const { house, isInbound, partner, number, as4Id, envelopeId } = one;
  const found = termsOf({
    account_id: house.accountId as AccountId,
    sender: isInbound ? partner : house.address,
    receiver: isInbound ? house.address : partner,
    document_number: number,
    sender_name: isInbound ? 'Fjord Furniture AS' : 'Nordic Timber AB',
    receiver_name: isInbound ? 'Nordic Timber AB' : 'Fjord Furniture AS',
    as4_message_id: as4Id,
    sbdh_instance_id: envelopeId,
  });
  return found.map((term) => `'${term}'`).join(' ');
};

/** Tables that are filled from nothing, each after what it refers to. */
export const FILLED = [
  'messages',
  'message_search',
  'message_attempts',
  'message_evidence',
  'ledger',
  'idempotency_keys',
] as const;

const isSent = ({ status }: Stored): boolean => status === 'AS4_ACCEPTED';
const isCounted = (one: Stored): boolean =>
  one.isInbound || isSent(one) || one.status === 'VALIDATION_FAILED';

/** What is written, table after table; rows are made after those of two documents that were really exchanged. */
export async function passesOf(client: Client, { sent, received }: Models, seq: number): Promise<Pass[]> {
  const both = async (
    table: string,
    own: Own<Stored>,
    has: (one: Stored) => boolean,
    key = 'message_id',
    models: readonly [string, string] = [sent, received],
  ): Promise<Pass> => {
    const [out, into] = [
      await patternOf(client, table, `${key} = '${models[0]}'`, own),
      await patternOf(client, table, `${key} = '${models[1]}'`, own),
    ];
    return { ...out, has, lineOf: (one) => (one.isInbound ? into : out).lineOf(one) };
  };
  const single = async (
    table: string,
    where: string,
    own: Own<Stored>,
    has: (one: Stored) => boolean,
  ): Promise<Pass> => ({ ...(await patternOf(client, table, where, own)), has });
  const since = new Date(Date.now() - EVENTS_DAYS * DAY_MS).toISOString();
  let place = seq;
  return [
    await both('messages', MESSAGE, () => true, 'id'),
    await both('message_search', { ...PART, terms }, () => true),
    await single('message_attempts', `message_id = '${sent}'`, PART, isSent),
    await both('message_evidence', PART, (one) => one.isInbound || isSent(one)),
    await both(
      'ledger',
      { ...OF_HOUSE, id: ({ n }) => String(n + 1), at: ({ at }) => at, exchanged_at: ({ at }) => at },
      isCounted,
      'kind',
      ['DOCUMENT_SENT', 'DOCUMENT_RECEIVED'],
    ),
    await single(
      'idempotency_keys',
      `message_id = '${sent}'`,
      { ...PART, key: ({ envelopeId }) => envelopeId },
      (one) => !one.isInbound && one.n % KEYED_SHARE === 0,
    ),
    await single(
      'events',
      `message_id = '${sent}' and type = 'document.as4_accepted'`,
      { ...PART, id: ({ id }) => id, seq: () => String(++place), placed_at: ({ at }) => at },
      ({ at }) => at > since,
    ),
  ];
}
