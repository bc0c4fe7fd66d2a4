import type { HttpServer } from '../platform/http/http-server.ts';
import { type AcceptDeps, accept } from './accept.ts';

/** The endpoint that our service metadata names: raw bytes in, signed Receipt or Error out. */
export function addAs4Routes(server: HttpServer, deps: AcceptDeps, bodyLimit: number): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
  server.post('/as4', { bodyLimit }, async (request, reply) => {
    const contentType = request.headers['content-type'] ?? '';
    const answer = await accept(deps, { contentType, body: request.body as Buffer });
    return reply.status(answer.httpStatus).header('content-type', answer.contentType).send(answer.body);
  });
}
