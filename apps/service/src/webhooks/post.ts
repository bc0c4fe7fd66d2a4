import type { LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Agent, type Dispatcher, request } from 'undici';
import { sign } from './signature.ts';
import { refuseTarget, type TargetRules } from './target.ts';

/** From the first look at the host to the last byte of the answer that we read. */
const TIMEOUT_MS = 15_000;
/** Shorter than receivers keep an idle connection, so that we do not write into one that they just closed. */
const KEEP_ALIVE_MS = 4_000;
const ANSWER_KEPT = 2_048;
/** A connection that breaks sooner was a stale one, not an answer. */
const STALE_WITHIN_MS = 1_000;

/** What stands at the head of every attempt. */
export const LETTER_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Pappel-Webhooks/1.0',
} as const;

export interface Poster {
  dispatcher: Dispatcher;
  rules: TargetRules;
}

export interface Letter {
  url: string;
  secret: string | undefined;
  eventId: string;
  body: string;
}

/** How an attempt ended. Without a status there was no answer, and `error` says why. */
export interface Answer {
  status?: number;
  error?: string;
  /** The beginning of what was answered. */
  text?: string;
  retryAfter?: string;
  durationMs: number;
}

/** A client that calls what customers named: no redirects, and only addresses that `lookup` answers. */
export function newPostAgent(lookup: LookupFunction): Agent {
  return new Agent({
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: 16_384,
    connect: { timeout: TIMEOUT_MS, rejectUnauthorized: true, lookup },
  });
}

/** Signs and posts one delivery. Never throws: whatever happens is an answer. */
export async function post(poster: Poster, letter: Letter): Promise<Answer> {
  const startedAt = performance.now();
  const since = (): number => Math.round(performance.now() - startedAt);
  const reason = refuseTarget(letter.url, poster.rules);
  if (reason) return { error: `The URL ${reason}.`, durationMs: 0 };
  if (letter.secret === undefined)
    return { error: 'Its signing secret cannot be read. Rotate it.', durationMs: 0 };
  const { secret } = letter;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const once = (): Promise<Omit<Answer, 'durationMs'>> =>
    send(poster.dispatcher, { ...letter, secret }, signal);
  try {
    return { ...(await once().catch((error) => retryIfStale(error, since(), once))), durationMs: since() };
  } catch (error) {
    return { error: inWords(error), durationMs: since() };
  }
}

function retryIfStale<Result>(error: unknown, afterMs: number, once: () => Promise<Result>): Promise<Result> {
  const isStale =
    ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error)) && afterMs < STALE_WITHIN_MS;
  if (!isStale) throw error;
  return once();
}

async function send(
  dispatcher: Dispatcher,
  { url, secret, eventId, body }: Letter & { secret: string },
  signal: AbortSignal,
): Promise<Omit<Answer, 'durationMs'>> {
  const answer = await request(url, {
    method: 'POST',
    dispatcher,
    signal,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    headers: {
      ...LETTER_HEADERS,
      ...sign(secret, eventId, new Date(), body),
    },
    body,
  });
  const retryAfter = answer.headers['retry-after'];
  return {
    status: answer.statusCode,
    text: await beginningOf(answer.body),
    ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
  };
}

/** The status has come, and counts, whatever becomes of the rest. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= ANSWER_KEPT) break;
    }
  } catch {
    body.destroy();
  }
  // The database takes every character but this one.
  return Buffer.concat(chunks).subarray(0, ANSWER_KEPT).toString('utf8').replaceAll('\0', '');
}

const WORDS: Record<string, string> = {
  ENOTFOUND: 'The host cannot be found.',
  EAI_AGAIN: 'The host cannot be found at the moment.',
  EACCES: 'The host has no address that may be called.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was cut.',
  UND_ERR_SOCKET: 'The connection was cut.',
  EHOSTUNREACH: 'There is no way to the host.',
  ENETUNREACH: 'There is no way to the host.',
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: the certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: the certificate chain is self-signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: the certificate chain is incomplete.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS: the issuer of the certificate is not known.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate is for another host.',
  HPE_INVALID_CONSTANT: 'The answer is not HTTP.',
};

const LATE = [
  'TimeoutError',
  'AbortError',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'ETIMEDOUT',
];

function codeOf(error: unknown): string {
  const { code, name, errors } = (error ?? {}) as { code?: unknown; name?: string; errors?: unknown[] };
  if (typeof code === 'string') return code;
  return errors?.length ? codeOf(errors[0]) : (name ?? '');
}

function inWords(error: unknown): string {
  const code = codeOf(error);
  const name = error instanceof Error ? error.name : '';
  if (LATE.includes(code) || LATE.includes(name)) return `There was no answer within ${TIMEOUT_MS / 1000} s.`;
  return WORDS[code] ?? `It could not be sent (${code || 'no reason given'}).`;
}
