import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { freeMemory } from '@pappel/xml/free-memory';
import { Rounds } from '../rounds.ts';

/** Bytes that are parsed as soon as they come: an ordinary request. */
const AT_ONCE = 8_192;
/** Bytes that are parsed in one round of the event loop. */
const PIECE = 16_384;
/** Requests of one connection that may wait for their answers; who sends more without waiting is cut off. */
const MOST_UNANSWERED = 16;

type OnData = (chunk: Buffer) => void;

/** Chunks as they came, as long as not all of them is parsed. */
const arrived = new WeakMap<Socket, Buffer>();

/** The bytes in which a parser found its error; it sees only a piece of them. */
export const packetOf = (socket: Socket): Buffer | undefined => arrived.get(socket);

/**
 * Bounds what a connection makes the event loop do at a time. What the system hands over at once can be three thousand
 * requests, or ten thousand chunks of a body: it is parsed piece by piece, one piece in a round whoever sent it, and not at
 * all for who does not wait for answers.
 */
export function paceReading(server: Server): void {
  const rounds = new Rounds();
  const sockets = new WeakMap<Socket, PacedSocket>();
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const socket = sockets.get(request.socket);
    response.once('close', () => socket?.isAnswered());
    if (socket?.isAsked(request) === false) return;
    for (const handle of handlers) handle(request, response);
  });
  // Over TLS the bytes of HTTP come from a socket of their own.
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  server.on(event, (socket: Socket) => {
    // Of Node, which hands all that comes to the parser.
    const [parse] = socket.listeners('data') as OnData[];
    if (parse) sockets.set(socket, new PacedSocket(socket, parse, rounds));
  });
}

class PacedSocket {
  readonly #socket: Socket & { parser?: unknown; _paused?: boolean };
  readonly #parse: OnData;
  readonly #rounds: Rounds;
  readonly #resume: () => void;
  #unparsed: Buffer = NOTHING;
  #unanswered = 0;
  #request: IncomingMessage | undefined;
  /** Until somebody reads on, or takes answers. */
  #isStalled = false;

  constructor(socket: Socket, parse: OnData, rounds: Rounds) {
    this.#socket = socket;
    this.#parse = parse;
    this.#rounds = rounds;
    this.#resume = socket.resume.bind(socket);
    // Who reads a body asks its socket for more, although there is some here.
    socket.resume = () => this.#onResume();
    socket.off('data', parse);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  /** False for one too many, which is not looked at. */
  isAsked(request: IncomingMessage): boolean {
    this.#request = request;
    const isTooMany = ++this.#unanswered > MOST_UNANSWERED;
    if (isTooMany) this.#socket.destroy();
    return !isTooMany;
  }

  isAnswered(): void {
    this.#unanswered--;
  }

  #onResume(): Socket {
    if (this.#unparsed.length === 0) this.#resume();
    else if (this.#isStalled) this.#goOnLater();
    return this.#socket;
  }

  #take(chunk: Buffer): void {
    this.#unparsed = chunk;
    arrived.set(this.#socket, chunk);
    this.#parseSome(AT_ONCE);
  }

  #parseSome(first: number): void {
    for (let bytes = first, isBulk = true; isBulk && this.#unparsed.length > 0; bytes = PIECE)
      isBulk = this.#parsePiece(bytes);
    if (this.#unparsed.length === 0) {
      this.#forget();
      if (!this.#mustWait()) this.#resume();
      return;
    }
    this.#socket.pause();
    if (this.#mustWait()) this.#isStalled = true;
    else this.#goOnLater();
  }

  /** The parser makes copies of what it hands on, as long as it is there. */
  #forget(): void {
    const { parser } = this.#socket;
    const chunk = arrived.get(this.#socket);
    arrived.delete(this.#socket);
    if (chunk && parser) freeMemory([chunk]);
  }

  /** Whether it was the content of a body, which costs next to nothing and may be followed by more at once. */
  #parsePiece(bytes: number): boolean {
    const piece = this.#unparsed.subarray(0, bytes);
    const { destroyed, writableEnded, parser } = this.#socket;
    // Nobody listens any more: cut off, refused, or a tunnel that was asked for.
    const isOver = destroyed || writableEnded || !parser;
    this.#unparsed = isOver ? NOTHING : this.#unparsed.subarray(bytes);
    if (isOver) return false;
    const before = this.#request?.readableLength ?? 0;
    this.#parse.call(this.#socket, piece);
    return (this.#request?.readableLength ?? 0) - before > piece.length / 2 && !this.#mustWait();
  }

  /** For a body that is not read, or answers that are not taken. */
  #mustWait(): boolean {
    const { readableLength = 0, readableHighWaterMark = 1 } = this.#request ?? {};
    return readableLength >= readableHighWaterMark || this.#socket._paused === true;
  }

  #goOnLater(): void {
    this.#isStalled = false;
    this.#rounds.do(() => this.#parseSome(PIECE));
  }
}

const NOTHING = Buffer.alloc(0);
