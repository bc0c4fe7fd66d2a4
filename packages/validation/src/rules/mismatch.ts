import { excerpt, LONGEST_MESSAGE } from '../excerpt.ts';
import type { Details } from '../hit.ts';
import { type Decimal, print } from '../values/decimal.ts';

/** What a rule found in place of what it expects. */
export interface Mismatch {
  /** Undefined when nothing stands there. */
  found: string | undefined;
  /** A value or a few words. */
  expected?: string | undefined;
  /** Amounts are written without quotes. */
  isAmount?: boolean;
}

/** Why a rule does not hold at a place: asked only when it is to be told. A text of its own is told as it is. */
export type Reason = () => Mismatch | string;

export const found =
  (text: string | undefined, expected?: string): Reason =>
  () => ({ found: text, expected });

export const foundAmount =
  (amount: Decimal | undefined, expected: Decimal | undefined): Reason =>
  () => ({ found: amount && print(amount), expected: expected && print(expected), isAmount: true });

/** The rule's own sentence, with what is known of this place. */
export function detailsOf(message: string, reason: Mismatch | string): Details {
  if (typeof reason === 'string') return { message: `${message} ${excerpt(reason, LONGEST_MESSAGE)}` };
  const shown = reason.found === undefined ? undefined : excerpt(reason.found);
  const expected = reason.expected === undefined ? undefined : excerpt(reason.expected, LONGEST_MESSAGE);
  const is = shown === undefined ? 'nothing' : reason.isAmount ? shown : `"${shown}"`;
  const should =
    expected === undefined ? (reason.isAmount ? ', expected nothing' : '') : `, expected ${expected}`;
  return { message: `${message} Found ${is}${should}.`, found: shown, expected };
}
