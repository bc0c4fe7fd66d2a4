import { parentPort } from 'node:worker_threads';
import apiReference from '@scalar/fastify-api-reference';
import fastify from 'fastify';

export interface DrawnDocs {
  html: string;
  script: Uint8Array;
}

const server = fastify();
await server.register(apiReference, {
  routePrefix: '/docs',
  configuration: { url: '/openapi.json', telemetry: false, withDefaultFonts: false },
});
const [page, script] = await Promise.all([server.inject('/docs/'), server.inject('/docs/js/scalar.js')]);
parentPort?.postMessage({ html: page.body, script: script.rawPayload } satisfies DrawnDocs);
