import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a port of this machine that can be cut, and laid again at the same place. */
export interface CutLine {
  port: number;
  /** Breaks what is open, and lets nothing through. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function startCutLine(to: number): Promise<CutLine> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(to, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      isCut = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
