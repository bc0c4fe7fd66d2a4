import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notServiced } from '@pappel/as4/ebms-error';
import { type Received, type Refused, receive } from '@pappel/as4/receive';
import { type As4Reply, errorReply, receiptFor } from '@pappel/as4/reply';
import type { World } from './world.ts';

export interface Arrival {
  request: { contentType: string; body: Buffer };
  result: Received | Refused;
  reply: As4Reply;
}

/** Changes a request on its way in. */
export type Tamper = (body: Buffer) => Buffer;

/**
 * Our AS4 endpoint with nothing behind it. `/as4` gives receipts, `/nobody` serves no participant, and what arrives at
 * `/tampered` goes through `tamper` first.
 */
export class OurAccessPoint {
  readonly arrivals: Arrival[] = [];
  tamper: Tamper = (body) => body;
  readonly #world: World;
  readonly #server = createServer((request, response) => {
    this.#answer(request).then(
      ({ httpStatus, contentType, body }) =>
        response.writeHead(httpStatus, { 'content-type': contentType }).end(body),
      () => response.writeHead(500).end(),
    );
  });

  private constructor(world: World) {
    this.#world = world;
  }

  static async start(world: World): Promise<OurAccessPoint> {
    const point = new OurAccessPoint(world);
    point.#server.listen(0, '127.0.0.1');
    await once(point.#server, 'listening');
    return point;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get last(): Arrival {
    const last = this.arrivals.at(-1);
    if (!last) throw new Error('Nothing arrived');
    return last;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(incoming: IncomingMessage): Promise<As4Reply> {
    const { key, trust } = this.#world;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const original = Buffer.concat(chunks);
    const body = incoming.url === '/tampered' ? this.tamper(original) : original;
    const request = { contentType: incoming.headers['content-type'] ?? '', body };
    // It is decrypted in its place; what arrived is looked at later.
    const result = await receive({ keys: [key], trust }, { ...request, body: Buffer.from(body) });
    const reply = await this.#replyTo(result, incoming.url ?? '');
    this.arrivals.push({ request, result, reply });
    return reply;
  }

  #replyTo(result: Received | Refused, path: string): Promise<As4Reply> {
    const { key } = this.#world;
    if (result.kind === 'refused') return errorReply(result.error, result.refToMessageId, key);
    if (path !== '/nobody') return receiptFor(result, key);
    return errorReply(notServiced('We serve nobody here'), result.userMessage.messageId, key);
  }
}
