import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressKey } from './rate-limit.ts';

export interface ConnectionLimits {
  all: number;
  perAddress: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { all: 4_000, perAddress: 256 };

/** How long a request under way may take to end when we stop. */
const GRACE_MS = 10_000;

/**
 * Bounds the connections at once, in all and, unless a proxy brings them all, from one address: who has too many is cut
 * off before anything is said. When we close, those that never say anything are cut off after a grace.
 */
export function boundConnections(server: FastifyInstance, { all, perAddress }: ConnectionLimits): void {
  const sockets = new Set<Socket>();
  const byAddress = new Map<string, number>();
  server.server.maxConnections = all;
  server.server.on('connection', (socket: Socket) => {
    const address = addressKey(socket.remoteAddress ?? '');
    const count = (byAddress.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    byAddress.set(address, count);
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
  });
  server.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, GRACE_MS).unref();
  });
}
