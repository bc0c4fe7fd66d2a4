import apiReference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { hashesOf, pagePolicy } from './page-policy.ts';

const SELF = "'self'";

/** /docs: the description of the API to read and to try, all of it from here. */
export async function addDocs(server: FastifyInstance): Promise<void> {
  await server.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      const type = String(reply.getHeader('content-type') ?? '');
      if (type.startsWith('text/html')) reply.header('Content-Security-Policy', policyOf(String(payload)));
      else if (type.includes('javascript')) reply.header('Cache-Control', 'public, max-age=3600');
    });
    await docs.register(apiReference, {
      routePrefix: '/docs',
      configuration: { url: '/openapi.json', telemetry: false, withDefaultFonts: false },
    });
  });
}

/** Its scripts are its own and those in the page; its styles are made as it runs. */
const policyOf = (html: string): string =>
  pagePolicy({
    'script-src': [SELF, ...hashesOf('script', html)],
    'style-src': [SELF, "'unsafe-inline'"],
    'img-src': [SELF, 'data:'],
    'font-src': [SELF, 'data:'],
    'connect-src': [SELF],
  });
