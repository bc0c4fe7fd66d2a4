import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, ERROR_CODES, type ErrorCode, type ErrorDetail } from '../errors.ts';

/** Fastify's own errors, by their code, in our words. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'VALIDATION_FAILED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'VALIDATION_FAILED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION_FAILED',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
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

/** Any thrown thing to `{error: {code, message, details?, requestId}}`. The only reader of HTTP statuses. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error);
  const status = ERROR_CODES[known.code][0];
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (known.retryAfter !== undefined)
    reply.header('Retry-After', String(Math.max(1, Math.ceil(known.retryAfter))));
  reply
    .status(status)
    .type('application/json')
    .send({
      error: { code: known.code, message: known.message, details: known.details, requestId: request.id },
    });
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, validation, validationContext, message } = error as Partial<FastifyError>;
  if (validation) return invalidInput(validation, validationContext ?? 'request');
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
  return new AppError('INTERNAL_ERROR');
}

function isDatabaseAway(code: string | undefined, message: string | undefined): boolean {
  return (
    (code !== undefined && DATABASE_AWAY.has(code)) ||
    /Connection terminated|timeout exceeded when trying/.test(message ?? '')
  );
}

function invalidInput(validation: NonNullable<FastifyError['validation']>, context: string): AppError {
  const details: ErrorDetail[] = validation.map((finding) => {
    const inside = finding.instancePath.replace(/^\//, '').replaceAll('/', '.');
    const extra = finding.params['additionalProperty'] ?? finding.params['missingProperty'];
    const field = [inside, typeof extra === 'string' ? extra : ''].filter(Boolean).join('.') || context;
    return {
      field,
      code: finding.keyword.toUpperCase(),
      message: detailMessage(finding.keyword, finding.message),
    };
  });
  const first = details[0];
  const what = first ? `${first.field} ${first.message}` : 'The request is not valid';
  return new AppError('VALIDATION_FAILED', { message: `${what}. Correct it and send it again.`, details });
}

function detailMessage(keyword: string, message: string | undefined): string {
  if (keyword === 'additionalProperties') return 'is not a field of this request';
  if (keyword === 'required') return 'is required';
  return message ?? 'is not valid';
}
