import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { DrawnDocs } from './docs-thread.ts';
import { hashesOf, pagePolicy } from './page-policy.ts';

const SELF = "'self'";

/** /docs: the description of the API to read and to try, all of it from here. */
export async function addDocs(server: FastifyInstance): Promise<void> {
  server.get('/docs', (_request, reply) => reply.redirect('/docs/', 301));
  server.get('/docs/', async (_request, reply) => {
    const { html, policy } = await docs();
    return reply.type('text/html; charset=utf-8').header('Content-Security-Policy', policy).send(html);
  });
  server.get('/docs/js/scalar.js', async (_request, reply) => {
    const { script } = await docs();
    return reply
      .type('application/javascript; charset=utf-8')
      .header('Cache-Control', 'public, max-age=3600')
      .send(script);
  });
}

interface Docs {
  html: string;
  policy: string;
  script: Buffer;
}

let drawn: Promise<Docs> | undefined;

/** The same for everybody, from the first who asks on; the next one tries again where it failed. */
function docs(): Promise<Docs> {
  drawn ??= draw().catch((error) => {
    drawn = undefined;
    throw error;
  });
  return drawn;
}

/** What draws it is 40 MB in memory, and takes a fifth of a second to load: a thread that ends has both. */
async function draw(): Promise<Docs> {
  const [answer] = await once(new Worker(new URL('./docs-thread.ts', import.meta.url)), 'message');
  const { html, script } = answer as DrawnDocs;
  return { html, policy: policyOf(html), script: Buffer.from(script) };
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
