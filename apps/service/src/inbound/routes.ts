import { receiveBytes } from '../platform/http/body-parser.ts';
import type { HttpServer } from '../platform/http/http-server.ts';
import type { BodyIntake } from '../platform/http/intake.ts';
import { type AcceptDeps, accept } from './accept.ts';

export interface As4RouteOptions {
  intake: BodyIntake;
  /** Bytes that a message may have. */
  limit: number;
}

/** The endpoint that our service metadata names: raw bytes in, signed Receipt or Error out. */
export function addAs4Routes(server: HttpServer, deps: AcceptDeps, { intake, limit }: As4RouteOptions): void {
  server.post('/as4', { config: { takesBytes: true } }, async (request, reply) => {
    const contentType = request.headers['content-type'] ?? '';
    await using body = await receiveBytes(intake, request, limit);
    const answer = await accept(deps, { contentType, body });
    return reply.status(answer.httpStatus).header('content-type', answer.contentType).send(answer.body);
  });
}
