import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { Rounds } from '../rounds.ts';

/** As long as a client may take to begin. */
const PATIENCE_MS = 10_000;

type OnConnection = (socket: Socket) => void;

/**
 * Begins one TLS handshake in a round of the event loop: each costs it a signature, a millisecond, and hundreds may be
 * asked for at once.
 */
export function paceHandshakes(server: Server): void {
  const rounds = new Rounds();
  const listeners = server.listeners('connection') as OnConnection[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const late = setTimeout(() => socket.destroy(), PATIENCE_MS);
    const onError = (): void => void socket.destroy();
    socket.on('error', onError);
    socket.once('close', () => clearTimeout(late));
    // Who says nothing is kept out of the queue.
    socket.once('readable', () => {
      clearTimeout(late);
      rounds.do(() => {
        if (socket.destroyed || socket.readableEnded) return;
        socket.off('error', onError);
        for (const listener of listeners) listener.call(server, socket);
      });
    });
  });
}
