import type { Histogram } from 'prom-client';
import type { HttpServer } from './http-server.ts';

type Labels = 'server' | 'method' | 'route' | 'status';

/** Measures every request by the pattern of its route, of which there are few; what has none counts as `unknown`. */
export function measureRequests(server: HttpServer, name: string, histogram: Histogram<Labels>): void {
  server.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'unknown';
    histogram.observe(
      { server: name, method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    );
  });
}
