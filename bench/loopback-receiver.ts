/** A receiver of webhooks in a process of its own: notes when the head of each request came. `/hang…` is never answered. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where, which event, and when by the clock of the machine, in milliseconds. */
export type Arrival = [path: string, id: string, at: number];

let arrivals: Arrival[] = [];
const now = (): number => performance.timeOrigin + performance.now();

const server = createServer((request, response) => {
  const path = request.url ?? '';
  arrivals.push([path, String(request.headers['webhook-id']), now()]);
  request.resume();
  if (path.startsWith('/hang')) return;
  request.once('end', () => response.writeHead(204).end());
});
server.keepAliveTimeout = 30_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', (said) => {
  if (said === 'count') process.send?.(arrivals.length);
  if (said !== 'take') return;
  process.send?.(arrivals);
  arrivals = [];
});
process.on('disconnect', () => process.exit(0));
