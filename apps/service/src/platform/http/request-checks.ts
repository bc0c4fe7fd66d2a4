import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const LONGEST_URL = 8_192;
/** Headers of which a second one would leave open which of them counts. */
const SINGLE = ['host', 'authorization', 'x-api-key', 'idempotency-key', 'content-type'];

/** What no request may be, whatever its path; before anything else is looked at. */
export function checkRequests(server: FastifyInstance): void {
  const routes: [method: string, segments: string[]][] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push([one, url.split('/')]);
  });
  server.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.length > LONGEST_URL) throw new AppError('URI_TOO_LONG');
    refuseAmbiguity(request.raw);
    if (request.is404) throw unknownPath(request, reply, routes);
  });
}

function refuseAmbiguity({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const twice = SINGLE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) throw refusal(twice, 'is sent twice', 'Send it once');
  if (httpVersion !== '1.0' && headers.host === undefined) throw refusal('host', 'is missing', 'Send it');
  if (headers.authorization !== undefined && headers['x-api-key'] !== undefined)
    throw refusal('x-api-key', 'is sent beside Authorization', 'Send one credential');
}

function refusal(name: string, problem: string, nextStep: string): AppError {
  return new AppError('VALIDATION_FAILED', {
    message: `The header ${name} ${problem}. ${nextStep}.`,
    details: [{ field: name, code: 'INVALID', message: problem }],
  });
}

/** 405 with the methods that a path knows, or 404. */
function unknownPath(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: readonly [method: string, segments: string[]][],
): AppError {
  const asked = (request.url.split('?')[0] ?? '').split('/');
  const matching = routes.filter(([, segments]) => matches(segments, asked));
  const methods = [...new Set(matching.map(([method]) => method))].filter((method) => method !== 'OPTIONS');
  if (methods.length === 0)
    return new AppError('NOT_FOUND', { message: 'There is no such path. See /docs for those there are.' });
  reply.header('Allow', methods.sort().join(', '));
  return new AppError('METHOD_NOT_ALLOWED');
}

const matches = (segments: readonly string[], asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((segment, index) =>
    segment.startsWith(':') ? asked[index] !== '' : segment === asked[index],
  );
