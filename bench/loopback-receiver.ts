/**
 * A receiver of webhooks in a process of its own: notes when the head of each request came. `/hang…` is never answered. Told
 * where, it holds a stream open too, and notes its events under `/stream`.
 */
import { createServer, get } from 'node:http';
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
interface Stream {
  url: string;
  token: string;
}
const isStream = (said: unknown): said is Stream =>
  typeof said === 'object' && said !== null && 'url' in said;

function follow({ url, token }: Stream): void {
  get(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
    let rest = '';
    answer.setEncoding('utf8').on('data', (text: string) => {
      const at = now();
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const id = /^data: \{"id":"([^"]+)"/m.exec(block)?.[1];
        if (id) arrivals.push(['/stream', id, at]);
      }
    });
    process.send?.(answer.statusCode);
  });
}

process.on('message', (said) => {
  if (isStream(said)) follow(said);
  if (said === 'count') process.send?.(arrivals.length);
  if (said !== 'take') return;
  process.send?.(arrivals);
  arrivals = [];
});
process.on('disconnect', () => process.exit(0));
