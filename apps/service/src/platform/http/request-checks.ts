import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const LONGEST_URL = 8_192;
/** Headers of which a second one would leave open which of them counts. */
const SINGLE = ['host', 'authorization', 'x-api-key', 'idempotency-key', 'content-type'];

/** What no request may be, whatever its path; before anything else is looked at. */
export function checkRequests(server: FastifyInstance): void {
  const paths = new KnownPaths();
  server.addHook('onRoute', ({ method, url }) => paths.add([method].flat(), url));
  server.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.length > LONGEST_URL) throw new AppError('URI_TOO_LONG');
    refuseAmbiguity(request.raw);
    const [path = ''] = request.url.split('?');
    if (request.is404 || paths.isTakenFor(path, request.method))
      throw unknownPath(reply, paths.methodsOf(path));
  });
}

/** Every path with its methods. */
class KnownPaths {
  readonly #routes: [method: string, segments: string[]][] = [];
  /** Paths without parameters: what is one of them is no other, whatever else would fit. */
  readonly #literal = new Map<string, Set<string>>();

  add(methods: readonly string[], url: string): void {
    for (const method of methods) this.#routes.push([method, url.split('/')]);
    if (url.includes(':')) return;
    this.#literal.set(url, new Set([...(this.#literal.get(url) ?? []), ...methods]));
  }

  /** Whether it would be read as an id where it is a name: `GET /v1/messages/uploads`. */
  isTakenFor(path: string, method: string): boolean {
    return this.#literal.get(path)?.has(method) === false;
  }

  methodsOf(path: string): string[] {
    const asked = path.split('/');
    const found =
      this.#literal.get(path) ??
      this.#routes.filter(([, segments]) => matches(segments, asked)).map(([method]) => method);
    return [...new Set(found)].filter((method) => method !== 'OPTIONS').sort();
  }
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
function unknownPath(reply: FastifyReply, methods: readonly string[]): AppError {
  if (methods.length === 0)
    return new AppError('NOT_FOUND', { message: 'There is no such path. See /docs for those there are.' });
  reply.header('Allow', methods.join(', '));
  return new AppError('METHOD_NOT_ALLOWED');
}

const matches = (segments: readonly string[], asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((segment, index) =>
    segment.startsWith(':') ? asked[index] !== '' : segment === asked[index],
  );
