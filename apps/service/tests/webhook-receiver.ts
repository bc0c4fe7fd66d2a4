import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Delivered {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  body: any;
}

export interface Receiver {
  url: string;
  /** Everything that was POSTed, in the order in which it came. */
  deliveries: Delivered[];
  /** What to answer from now on. */
  answer: (delivered: Delivered, response: ServerResponse) => void;
  /** Requests under way, and the most there ever were. */
  underWay: number;
  mostUnderWay: number;
  close(): Promise<void>;
}

/** A customer's HTTP endpoint. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    receiver.underWay++;
    receiver.mostUnderWay = Math.max(receiver.mostUnderWay, receiver.underWay);
    response.once('close', () => receiver.underWay--);
    const raw = await text(request);
    const delivered = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) };
    receiver.deliveries.push(delivered);
    receiver.answer(delivered, response);
  });
  const receiver: Receiver = {
    url: '',
    deliveries: [],
    answer: (_delivered, response) => response.writeHead(204).end(),
    underWay: 0,
    mostUnderWay: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

/** Holds a delivery against a secret with the library that receivers use; throws when it does not fit. */
export function verify(secret: string, { raw, headers }: Pick<Delivered, 'raw' | 'headers'>): unknown {
  return new Webhook(secret).verify(raw, headers as Record<string, string>);
}
