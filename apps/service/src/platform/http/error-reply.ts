import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, ERROR_CODES, type ErrorCode, type ErrorDetail, type LimitState } from '../errors.ts';
import { throwAwayRest } from './unread.ts';

/** Fastify's own errors, by their code, in our words. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'VALIDATION_FAILED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION_FAILED',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'METHOD_NOT_ALLOWED',
};

/** What PostgreSQL or the network say when the database is away. */
const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '53300',
]);

/** What PostgreSQL says of U+0000, which JSON can carry and text cannot. */
const NOT_STORABLE = new Set(['22021', '22P05']);

/** More than any sentence of ours has: what a caller sent is never sent back without bound. */
const LONGEST_MESSAGE = 1_000;
const LONGEST_DETAIL = 300;
const MOST_DETAILS = 20;

/** How a server writes a refusal; other protocols than our API have another form. */
export type WriteError = (reply: FastifyReply, error: AppError, requestId: string) => void;

/** Any thrown thing to an answer. The only reader of HTTP statuses. */
export function replyWithError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  write: WriteError = writeEnvelope,
): void {
  const known = toAppError(error);
  const status = ERROR_CODES[known.code][0];
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (known.retryAfter !== undefined)
    reply.header('Retry-After', String(Math.max(1, Math.ceil(known.retryAfter))));
  if (known.limit) showLimit(reply, known.limit);
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="Pappel"');
  throwAwayRest(request.raw);
  write(reply.status(status), known, request.id);
}

/** Of the limit that was hit, or is the caller's own. [LIM-4] */
export function showLimit(reply: FastifyReply, { limit, remaining, reset }: LimitState): void {
  reply.header('RateLimit-Limit', limit);
  reply.header('RateLimit-Remaining', remaining);
  reply.header('RateLimit-Reset', reset);
}

/** `{error: {code, message, details?, requestId}}` [ERR-1]. */
function writeEnvelope(reply: FastifyReply, { code, message, details }: AppError, requestId: string): void {
  const error = {
    code,
    message: cut(message, LONGEST_MESSAGE),
    details: details && bounded(details),
    requestId,
  };
  reply.type('application/json').send({ error });
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
const bounded = (details: readonly ErrorDetail[]): ErrorDetail[] =>
  details.slice(0, MOST_DETAILS).map(({ field, code, message }) => ({
    ...(field === undefined ? {} : { field: cut(field, LONGEST_DETAIL) }),
    code,
    message: cut(message, LONGEST_DETAIL),
  }));

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, message, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : FASTIFY_CODES[code];
  if (known === 'VALIDATION_FAILED') {
    return new AppError(known, { message: 'The body is not valid JSON. Correct it and send it again.' });
  }
  if (known) return new AppError(known);
  if (code !== undefined && NOT_STORABLE.has(code)) {
    return new AppError('VALIDATION_FAILED', {
      message: 'The request contains the character U+0000. Take it out and send it again.',
    });
  }
  if (isDatabaseAway(code, message)) return new AppError('UNAVAILABLE', { retryAfter: 5 });
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500)
    return new AppError('VALIDATION_FAILED');
  return new AppError('INTERNAL_ERROR');
}

function isDatabaseAway(code: string | undefined, message: string | undefined): boolean {
  return (
    (code !== undefined && DATABASE_AWAY.has(code)) ||
    /Connection terminated|timeout exceeded when trying/.test(message ?? '')
  );
}
