import { createServer, type Socket } from 'node:net';
import { type Listening, listening } from './listening.ts';

/** Longer than anybody waits for TLS to begin. */
const PATIENCE_MS = 60_000;

/** An access point that hangs: connections are taken, and nothing is ever said on them. */
export async function startSilentServer(host: string): Promise<Listening> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    // Read and thrown away: unread bytes would fill up.
    socket.resume();
  });
  const { url, close } = await listening(server, host);
  return {
    url,
    close: async () => {
      for (const socket of open) socket.destroy();
      await close();
    },
  };
}
