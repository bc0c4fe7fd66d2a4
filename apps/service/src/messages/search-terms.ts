import { folded } from '../platform/folded.ts';
import type { AccountId } from '../platform/ids.ts';

/**
 * What a message is found by, as terms of its tsvector: addresses and their bare values as they stand (`v`), numbers,
 * references and names folded, whole and word by word (`t`). Each begins with the tail of the account's id, so that a
 * search meets the account's own terms only; two accounts with one tail cost a moment, as reach is asked besides. The
 * operator's people look for addresses and ids of whichever account: these stand behind a `*` too.
 */
export interface Findable {
  account_id: AccountId;
  sender: string;
  receiver: string;
  document_number?: string | null | undefined;
  external_reference?: string | null | undefined;
  sender_name?: string | null | undefined;
  receiver_name?: string | null | undefined;
  as4_message_id: string;
  sbdh_instance_id: string;
}

/** Of longer texts only the beginning is found. */
const LONGEST = 200;
const MOST_WORDS = 20;

const tagOf = (accountId: AccountId): string => accountId.slice(-8);
const valueAlone = (address: string): string => address.slice(address.indexOf(':') + 1);
const whole = (text: string): string => folded(text.slice(0, LONGEST)).slice(0, LONGEST);
const wordsOf = (text: string): string[] =>
  text
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

/** Document numbers and the like, from the message or from who seeks it. */
function textTerms(tag: string, text: string | null | undefined): string[] {
  if (!text) return [];
  const plain = whole(text);
  return [plain, ...wordsOf(plain)].map((term) => `${tag}t${term}`);
}

export function termsOf(message: Findable): string[] {
  const tag = tagOf(message.account_id);
  const { sender, receiver } = message;
  const addresses = [sender, receiver, valueAlone(sender), valueAlone(receiver)].map(
    (term) => `${tag}v${term}`,
  );
  const texts = [
    message.document_number,
    message.external_reference,
    message.sender_name,
    message.receiver_name,
  ];
  const ofAnybody = [sender, receiver, message.as4_message_id, message.sbdh_instance_id].map(termOfAnybody);
  return [...new Set([...addresses, ...texts.flatMap((text) => textTerms(tag, text)), ...ofAnybody])];
}

const termOfAnybody = (text: string): string => `*${text.slice(0, LONGEST)}`;

const quoted = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`;
const beginning = (term: string): string => `${quoted(term)}:*`;

/** Digits with what people write between them. */
const WRITTEN_NUMBER = /^\d[\d\s.\-/]*\d$/;

/**
 * The tsquery for what somebody typed: an address or its value from the start, case-sensitively [MSG-51]; a number,
 * reference or name from the start, or by the beginnings of its words, in any case.
 */
export function queryFor(accountId: AccountId, q: string): string {
  const tag = tagOf(accountId);
  const typed = q.trim();
  const plain = whole(typed);
  const alternatives = [beginning(`${tag}v${typed}`)];
  if (WRITTEN_NUMBER.test(typed)) alternatives.push(beginning(`${tag}v${typed.replace(/\D/g, '')}`));
  if (plain !== '') alternatives.push(beginning(`${tag}t${plain}`));
  const words = wordsOf(plain).map((word) => beginning(`${tag}t${word}`));
  if (words.length > 0) alternatives.push(`(${words.join(' & ')})`);
  return alternatives.join(' | ');
}

/** The tsquery for a number or reference that is this one; what folds alike comes along, to be told apart by the caller. */
export const exactQueryFor = (accountId: AccountId, text: string): string =>
  quoted(`${tagOf(accountId)}t${whole(text)}`);

/** The tsquery for an address, in any case, or an id of whichever account; to be compared by the caller, if it is long. */
export const operatorQueryFor = (q: string): string =>
  [q.toLowerCase(), q].map((text) => quoted(termOfAnybody(text))).join(' | ');
