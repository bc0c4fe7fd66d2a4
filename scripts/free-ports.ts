import { createServer } from 'node:net';

/** Each process has a range of its own, so that two that start at once do not choose the same. */
const WIDTH = 100;
const first = 10_000 + (process.pid % 220) * WIDTH;
let chosen = 0;

/**
 * Ports on which nobody listens now. They are below those that the system gives to outgoing connections, so that no
 * connection takes one before its server is up.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = first + (chosen++ % WIDTH);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
