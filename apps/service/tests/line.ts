import { connect, createServer, type Server, type Socket } from 'node:net';

/** A line to the database that can be cut: its own address stays, whatever happens behind it. */
export class Line {
  readonly url: string;
  #target: URL;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  readonly #asking = new Set<Socket>();
  #server: Server;

  private constructor(target: URL, server: Server, port: number) {
    this.#target = target;
    this.#server = server;
    this.#port = port;
    const url = new URL(target);
    url.port = String(port);
    this.url = url.href;
  }

  /** At a port of its choice, or at `port`. */
  static async to(target: URL, port = 0): Promise<Line> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    const line = new Line(target, server, typeof address === 'object' && address ? address.port : 0);
    server.on('connection', (socket) => line.#pipe(socket));
    return line;
  }

  #pipe(socket: Socket): void {
    const far = connect(Number(this.#target.port), this.#target.hostname);
    for (const [one, two] of [
      [socket, far],
      [far, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => two.destroy()).on('close', () => two.destroy());
      one.pipe(two);
    }
    socket.on('data', () => this.#asking.add(socket)).on('close', () => this.#asking.delete(socket));
    far.on('data', () => this.#asking.delete(socket));
  }

  /** Whether something was asked of the database that it has not answered yet. */
  get isBusy(): boolean {
    return this.#asking.size > 0;
  }

  async cut(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Up again, to another place when one is named. */
  async mend(target = this.#target): Promise<void> {
    this.#target = target;
    if (this.#server.listening) return;
    this.#server = createServer((socket) => this.#pipe(socket));
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  }
}
