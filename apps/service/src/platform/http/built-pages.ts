import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { HttpServer } from './http-server.ts';

/** One console for customers, another for the operator's people. Each is built apart, so that neither loads the other. */
export interface Face {
  name: 'customer' | 'operator';
  /** What `npm run build` makes of apps/console, and `npm ci` with it. */
  built: URL;
  page: string;
  /** Where the hashed files are asked for. */
  assets: string;
  /** Every place that is the page's own, in the words of the router. */
  places: readonly string[];
}

const POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** What the page must know before anybody has signed in. */
export interface Known {
  network: 'local' | 'test' | 'production';
  [more: string]: string;
}

/** The files of a console: hashed ones for ever, the page itself always anew. */
export async function addPages(server: HttpServer, face: Face, known: Known): Promise<void> {
  const built = fileURLToPath(face.built);
  const page = pageOf(`${built}${face.page}`, face.name, known);
  await server.register(fastifyStatic, {
    root: `${built}assets/`,
    prefix: face.assets,
    preCompressed: true,
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
    index: false,
  });
  for (const place of face.places)
    server.get(place, async (_request, reply) =>
      reply
        .status(page === undefined ? 503 : 200)
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': POLICY,
          'cache-control': 'no-store',
        })
        .send(page ?? 'The console is not built. Run: npm run build'),
    );
}

function pageOf(file: string, face: Face['name'], known: Known): string | undefined {
  if (!existsSync(file)) return undefined;
  const environment = known.network === 'production' ? 'production' : 'test';
  const words = Object.entries({ face, env: environment, ...known }).map(
    ([name, value]) => ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
  );
  return readFileSync(file, 'utf8').replace('<html lang="en">', `<html lang="en"${words.join('')}>`);
}
