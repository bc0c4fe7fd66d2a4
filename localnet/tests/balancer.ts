import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Who ended a connection of a client is given none for so long, as it may be dying, if there is another one. */
const AVOIDED_MS = 2_000;

/**
 * What stands before the nodes of an installation, as far as a test needs it: each connection goes to the next node, and where
 * nobody listens to the one after it. What a node that dies had open is reset.
 */
export class Balancer {
  readonly #server: Server;
  readonly #ports: readonly number[];
  readonly #open = new Set<Socket>();
  readonly #avoidedUntil = new Map<number, number>();
  #turn = 0;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
    this.#server = createServer({ allowHalfOpen: true }, (client) => void this.#serve(client));
  }

  /** To nodes that listen, now or later, on these ports. */
  static async before(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  async #serve(client: Socket): Promise<void> {
    this.#hold(client);
    const node = await this.#nextNode();
    if (!node) return void client.resetAndDestroy();
    this.#hold(node);
    const { remotePort = 0 } = node;
    node.once('end', () => this.#avoid(remotePort));
    node.once('error', () => this.#avoid(remotePort));
    for (const [one, other] of [
      [client, node],
      [node, client],
    ] as const) {
      one.pipe(other);
      one.once('error', () => other.resetAndDestroy());
      one.once('close', () => other.destroySoon());
    }
  }

  #hold(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#open.delete(socket));
  }

  #avoid(port: number): void {
    this.#avoidedUntil.set(port, Date.now() + AVOIDED_MS);
  }

  /** In turn, those that are avoided last. */
  #inTurn(): number[] {
    const first = this.#turn++ % this.#ports.length;
    const ports = [...this.#ports.slice(first), ...this.#ports.slice(0, first)];
    const isAvoided = (port: number): boolean => (this.#avoidedUntil.get(port) ?? 0) > Date.now();
    return [...ports.filter((port) => !isAvoided(port)), ...ports.filter(isAvoided)];
  }

  async #nextNode(): Promise<Socket | undefined> {
    for (const port of this.#inTurn()) {
      const node = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      const isOpen = await Promise.race([
        once(node, 'connect').then(() => true),
        once(node, 'close').then(() => false),
      ]).catch(() => false);
      if (isOpen) return node;
    }
    return undefined;
  }
}
