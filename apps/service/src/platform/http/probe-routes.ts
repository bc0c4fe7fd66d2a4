import type { Health } from '../health.ts';
import type { HttpServer } from './http-server.ts';

/** What probes ask, without a credential: whether the process lives, and whether it is worth sending requests to. */
export function addHealthRoutes(server: HttpServer, health: Health): void {
  server.get('/health/live', async () => ({ status: 'ok' }));
  // Some monitors know one address alone: what they want to know is whether it works.
  for (const path of ['/health', '/health/ready'])
    server.get(path, async (_request, reply) => {
      const failing = health.failing();
      if (failing.length === 0) return reply.send({ status: 'ok' });
      return reply.status(503).header('retry-after', '5').send({ status: 'unavailable', failing });
    });
}
