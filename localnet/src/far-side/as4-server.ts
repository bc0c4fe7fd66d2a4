import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { As4Request } from '@pappel/as4/receive';
import type { As4Reply } from '@pappel/as4/reply';
import { type Listening, listening, type TlsServerOptions } from './listening.ts';

export interface As4ServerOptions extends TlsServerOptions {
  /** What is said to a message; undefined leaves the sender without an answer. */
  answer(request: As4Request): Promise<As4Answer | undefined>;
  /** One message after the other: whatever comes at once, one is in memory. */
  inTurn?: boolean;
  mostConnections?: number;
}

export interface As4Answer extends As4Reply {
  /** Called once the whole answer was handed to the network. */
  onGiven?(): void;
}

const LARGEST_MESSAGE = 42 * 1024 * 1024;

/** A server for messages between access points, on any free port. */
export async function startAs4Server(options: As4ServerOptions): Promise<Listening> {
  const { answer, inTurn = false } = options;
  let turn: Promise<unknown> = Promise.resolve();
  const server = createServer(options.tls, (request, response) => {
    const respond = async (): Promise<void> => {
      const body = await bodyOf(request);
      if (!body) {
        response.writeHead(413).end();
        return;
      }
      const reply = await answer({ contentType: request.headers['content-type'] ?? '', body });
      if (!reply) return;
      if (reply.onGiven) response.once('finish', reply.onGiven);
      response.writeHead(reply.httpStatus, { 'content-type': reply.contentType }).end(reply.body);
    };
    const answered = inTurn ? turn.then(respond) : respond();
    turn = answered.catch(() => response.destroy());
  });
  return listening(server, options.host, options.mostConnections);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_MESSAGE) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
