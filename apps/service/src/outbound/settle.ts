import type { SendOutcome } from '@pappel/as4/read-response';
import { typeToAlias } from '@pappel/peppol-ids/aliases';
import { parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { Discovery } from '@pappel/smp/discover';
import { cutText } from '@pappel/xml/cut-text';
import type { MessageErrorCode } from '../messages/message.ts';

/** Seconds after the first attempt failed, the second, and so on. [MSG-12] */
export const RETRY_SCHEDULE: readonly number[] = [60, 300, 900, 3_600, 10_800, 28_800, 86_400];

export type Settlement =
  | { to: 'AS4_ACCEPTED'; receiptId: string }
  | { to: 'SEND_RETRY'; code: MessageErrorCode; message: string; delaySeconds: number; uncounted?: true }
  | { to: 'SEND_FAILED'; code: MessageErrorCode; message: string }
  | { to: 'DISCOVERY_FAILED'; code: MessageErrorCode; message: string };

export interface SettleContext {
  /** Which attempt this was, counted from 1. */
  attempt: number;
  schedule: readonly number[];
  /** From 0 to 1, for the ±10 % that keep retries from coming all at once. */
  random: number;
}

/** What a lookup that found no endpoint means for the message. Only a clear answer is final. */
export function settleDiscovery(
  discovery: Exclude<Discovery, { kind: 'found' }>,
  context: SettleContext,
): Settlement {
  return shortened(judgeDiscovery(discovery, context));
}

/** What the answer of the receiving access point means for the message. */
export function settleSend(outcome: SendOutcome, context: SettleContext): Settlement {
  return shortened(judgeSend(outcome, context));
}

/** Characters of a message about a failure, which quotes others: it is kept with every attempt. */
const LONGEST_MESSAGE = 2_000;

const shortened = (settlement: Settlement): Settlement =>
  'message' in settlement
    ? { ...settlement, message: cutText(settlement.message, LONGEST_MESSAGE) }
    : settlement;

function judgeDiscovery(
  discovery: Exclude<Discovery, { kind: 'found' }>,
  context: SettleContext,
): Settlement {
  switch (discovery.kind) {
    case 'not-registered':
      return {
        to: 'DISCOVERY_FAILED',
        code: discovery.code,
        message: 'The receiver is not on Peppol. Check the number, or send another way.',
      };
    case 'unsupported':
      return {
        to: 'DISCOVERY_FAILED',
        code: discovery.code,
        message: `The receiver is on Peppol, but not for this. ${whatItAccepts(discovery.accepts)}`,
      };
    case 'unusable':
      if (
        discovery.code === 'RECEIVER_CERTIFICATE_INVALID' ||
        discovery.code === 'RECEIVER_CERTIFICATE_REVOKED'
      ) {
        return {
          to: 'SEND_FAILED',
          code: discovery.code,
          message: `The receiver's provider must renew its certificate: ${discovery.detail}.`,
        };
      }
      return retryOrFail(
        discovery.code,
        `The receiver's provider must repair its entry: ${discovery.detail}.`,
        context,
      );
    case 'unreachable':
      return retryOrFail(discovery.code, `Network trouble, not your document: ${discovery.detail}.`, context);
  }
}

/** Document types by the names that callers use for them, where there is one; processes as they are. */
function whatItAccepts(accepts: readonly string[]): string {
  if (accepts.length === 0) return 'It accepts nothing. Ask the receiver, or send another way.';
  const names = accepts.map((id) => {
    const type = parseDocumentTypeId(id);
    return (type && typeToAlias(type)) ?? id;
  });
  return `It accepts: ${[...new Set(names)].join(', ')}. Send one of these, or another way.`;
}

function judgeSend(outcome: SendOutcome, context: SettleContext): Settlement {
  switch (outcome.kind) {
    case 'receipt':
      return { to: 'AS4_ACCEPTED', receiptId: outcome.receiptId };
    case 'ebms-error': {
      const message = outcome.errors
        .map((error) => `${error.code} ${error.description} ${error.detail ?? ''}`.trim())
        .join('; ');
      const worthwhile = outcome.retry && context.attempt <= outcome.repeats;
      return worthwhile
        ? retryOrFail('AS4_ERROR', message, context)
        : { to: 'SEND_FAILED', code: 'AS4_ERROR', message };
    }
    case 'receipt-invalid':
      return retryOrFail(
        'AS4_RECEIPT_INVALID',
        `The answer could not be verified: ${outcome.reason}.`,
        context,
      );
    case 'no-signal': {
      const message = `The receiver's access point answered HTTP ${outcome.httpStatus} without a receipt.`;
      return outcome.retry
        ? retryOrFail('AS4_RECEIPT_INVALID', message, context)
        : { to: 'SEND_FAILED', code: 'AS4_ERROR', message };
    }
    case 'transport':
      return retryOrFail(
        outcome.code,
        `The receiver's access point does not answer: ${outcome.detail}.`,
        context,
      );
  }
}

/** The receiver failed often just now: no attempt was made, and none is counted. */
export function settleOpenCircuit(
  until: Date,
  now: Date,
  { random }: Pick<SettleContext, 'random'>,
): Settlement {
  return {
    to: 'SEND_RETRY',
    code: 'CONNECTION_FAILED',
    message: "The receiver's access point failed repeatedly; it is left alone for a minute.",
    delaySeconds: Math.max(0, (until.getTime() - now.getTime()) / 1000) + random,
    uncounted: true,
  };
}

const SILENCE_AGAIN_SECONDS = 30;

/** Enough documents wait for an answer of that endpoint: this one is not sent, and comes again. No attempt is counted. */
export function settleSilence({ random }: Pick<SettleContext, 'random'>): Settlement {
  return {
    to: 'SEND_RETRY',
    code: 'TIMEOUT',
    message: "The receiver's access point has not answered the documents before this one yet.",
    delaySeconds: SILENCE_AGAIN_SECONDS * (0.9 + 0.2 * random),
    uncounted: true,
  };
}

/** The last real reason stays visible when the attempts are used up. */
function retryOrFail(
  code: MessageErrorCode,
  message: string,
  { attempt, schedule, random }: SettleContext,
): Settlement {
  const delay = schedule[attempt - 1];
  if (delay === undefined) return { to: 'SEND_FAILED', code, message };
  return { to: 'SEND_RETRY', code, message, delaySeconds: delay * (0.9 + 0.2 * random) };
}

/** When it is tried again, for the message of a retry. */
export const nextTry = (at: Date): string => ` The next try is at ${at.toISOString().slice(0, 19)}Z.`;
