import type { StatusWords } from '../../texts/statuses.ts';
import { number } from '../../ui/format.ts';
import { ago, at, since } from '../../ui/when.ts';
import type { Delivery, Webhook } from './queries.ts';

export const DELIVERY_STATUSES = {
  PENDING: { label: 'Trying', tone: 'wait', mark: 'retry' },
  DELIVERED: { label: 'Told', tone: 'done', mark: 'done' },
  FAILED: { label: 'Given up', tone: 'stop', mark: 'stop' },
  CANCELLED: { label: 'Dropped', tone: 'rest', mark: 'rest' },
} as const satisfies Record<Delivery['status'], StatusWords>;

/** The state of an endpoint in a word. */
export function stateOf({ status, failingSince, disabledReason }: Webhook): StatusWords {
  if (status === 'ACTIVE')
    return failingSince
      ? { label: 'Failing', tone: 'wait', mark: 'retry' }
      : { label: 'Working', tone: 'done', mark: 'done' };
  return disabledReason === 'MANUAL'
    ? { label: 'Switched off', tone: 'rest', mark: 'rest' }
    : { label: 'Switched off', tone: 'stop', mark: 'stop' };
}

/** What there is to know beside the address. */
export function detailOf(webhook: Webhook): string {
  const { status, failingSince, disablesAt, disabledReason, description, figures } = webhook;
  if (status === 'DISABLED') {
    if (disabledReason === 'GONE') return `answered 410 Gone ${ago(webhook.updatedAt)}`;
    if (disabledReason === 'FAILING')
      return `gave no good answer for five days, until ${ago(webhook.updatedAt)}`;
    return `switched off by a person ${ago(webhook.updatedAt)}`;
  }
  if (failingSince) {
    const off = disablesAt ? `; switched off ${at(disablesAt)}` : '';
    return `since ${at(failingSince)}, ${since(failingSince)}${off}`;
  }
  return description ?? (figures?.last ? `last told ${ago(figures.last.at)}` : 'nothing to tell so far');
}

/** What the endpoint answers now: a number of milliseconds where it is well, otherwise what it says instead. */
export function typicalAnswer({ status, failingSince, figures }: Webhook): string {
  const { last, typicalAnswerMs } = figures ?? {};
  if ((failingSince || status === 'DISABLED') && last)
    return last.statusCode ? String(last.statusCode) : 'no answer';
  return typicalAnswerMs === undefined ? '–' : `${number(typicalAnswerMs)} ms`;
}

/** What was answered last, in a word of a table. */
export function answerOf({ lastStatusCode, lastError, attempts }: Delivery): string {
  if (lastStatusCode !== undefined) return String(lastStatusCode);
  if (attempts === 0) return '–';
  return lastError?.includes('within') ? 'timeout' : 'no answer';
}

const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export const phraseOf = (code: number): string => `${code}${PHRASES[code] ? ` ${PHRASES[code]}` : ''}`;

/** The URL without what is the same for all. */
export const shortUrl = (url: string): string => url.replace(/^https:\/\//, '');
