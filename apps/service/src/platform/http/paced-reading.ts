import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { freeMemory } from '@pappel/xml/free-memory';
import { Rounds } from '../rounds.ts';

/** Bytes that are parsed as soon as they come: an ordinary request. */
const AT_ONCE = 8_192;
/** Bytes that are parsed at a time. */
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
 * all for who does not wait for answers. What is nothing but content of bodies is not held up.
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
  /** Bytes of bodies that the parser has handed on. */
  #content = 0;
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
    this.#countContent(request);
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

  /** Whether all of it was content. */
  #parseSome(first: number): boolean {
    let isContent = true;
    for (let bytes = first; isContent && this.#unparsed.length > 0; bytes = PIECE) {
      isContent = this.#parsePiece(bytes);
      if (this.#mustWait()) break;
    }
    if (this.#unparsed.length === 0) {
      this.#forget();
      if (!this.#mustWait()) this.#resume();
      return isContent;
    }
    this.#socket.pause();
    if (this.#mustWait()) this.#isStalled = true;
    else this.#goOnLater();
    return isContent;
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
    const before = this.#content;
    this.#parse.call(this.#socket, piece);
    return this.#content - before > piece.length / 2;
  }

  /** The parser pushes what it finds: some of it is taken at once, and never stands in the buffer of the request. */
  #countContent(request: IncomingMessage): void {
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      this.#content += chunk?.length ?? 0;
      return push(chunk, encoding);
    };
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
