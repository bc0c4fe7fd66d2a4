import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Body, BodyIntake } from './intake.ts';
import { shapeProblem } from './json-shape.ts';
import { addressKey } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler takes the bytes itself, of whatever type; else a body is JSON. */
    takesBytes?: boolean;
    /** Bytes of a JSON body; 1 MiB where nothing is said. */
    jsonLimit?: number;
  }
}

/** [LIM-1] */
const JSON_LIMIT = 1_048_576;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Takes the whole body of a request that brings bytes. */
export function receiveBytes(intake: BodyIntake, request: FastifyRequest, limit: number): Promise<Body> {
  return intake.take(request.raw, { limit, address: addressKey(request.ip), spool: true });
}

/** Every body is JSON, unless its route takes bytes; counted as long as the request lasts. */
export function parseBodies(server: FastifyInstance, intake: BodyIntake): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => void releases.get(request)?.release());
  });
  server.addContentTypeParser('*', async (request: FastifyRequest) => {
    const { takesBytes, jsonLimit = JSON_LIMIT } = request.routeOptions.config;
    if (takesBytes || request.headers['content-length'] === '0') return undefined;
    refuseOtherThanJson(request.headers);
    const body = await intake.take(request.raw, { limit: jsonLimit, address: addressKey(request.ip) });
    releases.set(request, body);
    if (body.bytes === 0) return undefined;
    const bytes = await body.open();
    const problem = shapeProblem(bytes);
    if (problem) throw new AppError('VALIDATION_FAILED', { message: `${problem}. Send less at a time.` });
    return await new Promise((resolve, reject) =>
      parse(request, textOf(bytes), (error, value) => (error ? reject(error) : resolve(value))),
    );
  });
}

/** What is to be given back at the end of a request. */
const releases = new WeakMap<FastifyRequest, Body>();

function textOf(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new AppError('VALIDATION_FAILED', {
      message: 'The body is not valid UTF-8. Send JSON in UTF-8.',
    });
  }
}

function refuseOtherThanJson(headers: IncomingHttpHeaders): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const isJson = /^application\/(?:[\w.-]+\+)?json$/.test(type.trim());
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]*)/.exec(one)?.[1]).find(Boolean);
  if (!isJson || (charset !== undefined && !/^utf-?8$/.test(charset)))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (!['identity', undefined].includes(headers['content-encoding']?.toLowerCase())) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'A compressed body is not read here. Send it without Content-Encoding.',
    });
  }
}
