import type { HttpServer } from '../platform/http/http-server.ts';
import { type SmpServerDeps, serviceGroupOf, serviceMetadataOf } from './service-metadata.ts';

/** What the network reads, on its own port: XML, and 404 without a body for what we do not serve. [SMP 1.4 5.3] */
export function addSmpRoutes(server: HttpServer, deps: SmpServerDeps): void {
  const xml = 'application/xml; charset=UTF-8';
  server.get<{ Params: { participant: string } }>('/:participant', async (request, reply) => {
    const group = await serviceGroupOf(deps, request.params.participant);
    return group === undefined ? reply.status(404).send() : reply.type(xml).send(group);
  });
  server.get<{ Params: { participant: string; documentType: string } }>(
    '/:participant/services/:documentType',
    async (request, reply) => {
      const metadata = await serviceMetadataOf(deps, request.params.participant, request.params.documentType);
      return metadata === undefined ? reply.status(404).send() : reply.type(xml).send(metadata);
    },
  );
}
