import type { HttpServer } from '../platform/http/http-server.ts';
import type { Road } from './session-cookie.ts';

/** What people download from a test says so by its name, wherever it lies later; programs get the names of the API. */
export function nameDownloads(server: HttpServer, { prefix }: Road): void {
  server.addHook('onSend', async ({ originalUrl }, reply) => {
    const named = reply.getHeader('content-disposition');
    if (typeof named === 'string' && originalUrl.startsWith(prefix))
      reply.header('content-disposition', named.replace(/(\.\w+)?"$/, '-TEST$1"'));
  });
}
