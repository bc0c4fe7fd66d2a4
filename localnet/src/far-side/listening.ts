import type { Server as HttpsServer } from 'node:https';
import type { Server } from 'node:net';

export interface TlsServerOptions {
  host: string;
  tls: { key: string; cert: string };
}

/** A server that is reached. */
export interface Listening {
  /** `https://host:port`, without slash at the end. */
  url: string;
  close(): Promise<void>;
}

const MOST_CONNECTIONS = 64;
const REQUEST_MS = 30_000;

/** On any free port of the host, with a bound to what anybody can take of it. */
export async function listening(
  server: HttpsServer | Server,
  host: string,
  mostConnections = MOST_CONNECTIONS,
): Promise<Listening> {
  server.maxConnections = mostConnections;
  if ('requestTimeout' in server) server.requestTimeout = REQUEST_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => resolve());
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The far side listens nowhere');
  return {
    url: `https://${host}:${address.port}`,
    close: async () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
