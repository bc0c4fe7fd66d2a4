import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import ssh from 'ssh2';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { addressKey } from '../platform/http/rate-limit.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { withRowPayloads } from '../platform/row-payloads.ts';
import type { Turns } from '../platform/turns.ts';
import { ALGORITHMS } from './algorithms.ts';
import { Authenticator, type SftpUser } from './authenticate.ts';
import { type ConnectionDeps, SftpConnection } from './connection.ts';
import { openHostKeys } from './host-keys.ts';
import { hasPlace } from './places.ts';
import { Room } from './scratch.ts';

export interface SftpServerDeps {
  db: Db;
  payloads: PayloadStore;
  log: Logger;
  metrics: Pick<Metrics, 'sftp'>;
  signInTurns: Turns;
  secretKey: Buffer;
  config: { host: string; dataDir: string; sftp: { port: number } | undefined };
}

export interface SftpServer {
  close(): Promise<void>;
}

const MOST_CONNECTIONS = 200;
const MOST_STRANGERS = 50;
const MOST_STRANGERS_PER_ADDRESS = 5;
/** Who signs in needs less; where it is full, whoever has been a stranger for longer makes room. */
const STRANGER_MS = 5_000;
const SIGN_IN_MS = 20_000;
const IDLE_MS = 30 * 60_000;
const LOOK_MS = 10_000;
const GRACE_MS = 10_000;

/** Listens for file transfer programs; undefined when it is off, or when this node cannot show the host keys. */
export async function startSftp(deps: SftpServerDeps): Promise<SftpServer | undefined> {
  const { config, log } = deps;
  if (!config.sftp) return undefined;
  const keys = await openHostKeys(deps.db, deps.secretKey);
  if ('problem' in keys) {
    log.error({ reason: keys.problem }, 'SFTP is off on this node');
    return undefined;
  }
  const room = new Room(join(config.dataDir, 'sftp'));
  await room.prepare();
  const payloads = withRowPayloads(deps.db, deps.payloads);
  const authenticator = new Authenticator(deps);
  const gate = new Gate({ ...deps, payloads, room, authenticator }, keys.privateKeys);
  await gate.listen(config.host, config.sftp.port);
  return gate;
}

/** Who is connected: bounded before and after sign-in, and looked at again while they stay. */
class Gate implements SftpServer {
  readonly #deps: ConnectionDeps;
  readonly #ssh: ssh.Server;
  readonly #listener = createServer((socket) => this.#receive(socket));
  readonly #sockets = new Map<string, Socket>();
  readonly #arrivals = new WeakMap<Socket, number>();
  readonly #connections = new Set<SftpConnection>();
  readonly #ending = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(deps: ConnectionDeps, hostKeys: string[]) {
    this.#deps = deps;
    this.#ssh = new ssh.Server(
      { hostKeys, algorithms: ALGORITHMS, ident: 'Pappel', keepaliveInterval: 30_000, keepaliveCountMax: 3 },
      (client, info) => {
        const socket = this.#sockets.get(nameOf(info.ip, info.port));
        if (socket) this.#meet(socket, client);
        else client.end();
      },
    );
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  listen(host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen(port, host, () => {
        this.#listener.off('error', reject);
        this.#listener.on('error', (error) => this.#deps.log.warn({ err: error }, 'SFTP listener'));
        resolve();
      });
    });
  }

  #receive(socket: Socket): void {
    socket.on('error', () => undefined);
    const address = addressKey(socket.remoteAddress ?? '');
    const strangers = this.#strangers();
    if (
      this.#sockets.size >= MOST_CONNECTIONS ||
      strangers.filter((one) => addressKey(one.remoteAddress ?? '') === address).length >=
        MOST_STRANGERS_PER_ADDRESS ||
      !this.#makeRoom(strangers)
    ) {
      socket.destroy();
      return;
    }
    const name = nameOf(socket.remoteAddress, socket.remotePort);
    this.#sockets.set(name, socket);
    this.#arrivals.set(socket, Date.now());
    socket.once('close', () => this.#sockets.delete(name));
    socket.setNoDelay(true);
    const timer = setTimeout(() => {
      if (!this.#userOf(socket)) socket.destroy();
    }, SIGN_IN_MS);
    socket.once('close', () => clearTimeout(timer));
    this.#ssh.injectSocket(socket);
  }

  /** Strangers come in the order of their arrival. */
  #makeRoom(strangers: readonly Socket[]): boolean {
    const [oldest] = strangers;
    if (!oldest || strangers.length < MOST_STRANGERS) return true;
    if (Date.now() - (this.#arrivals.get(oldest) ?? 0) < STRANGER_MS) return false;
    oldest.destroy();
    return true;
  }

  readonly #bySocket = new Map<Socket, SftpConnection>();

  #userOf(socket: Socket): SftpUser | undefined {
    return this.#bySocket.get(socket)?.user;
  }

  #strangers(): Socket[] {
    return [...this.#sockets.values()].filter((socket) => !this.#userOf(socket));
  }

  #meet(socket: Socket, client: ssh.Connection): void {
    const connection = new SftpConnection(this.#deps, socket, client, (user) => this.#admit(user));
    this.#connections.add(connection);
    this.#bySocket.set(socket, connection);
    this.#count();
    socket.once('close', () => {
      this.#connections.delete(connection);
      this.#bySocket.delete(socket);
      this.#count();
      const ended = connection.ended();
      this.#ending.add(ended);
      void ended.finally(() => this.#ending.delete(ended));
    });
  }

  #count(): void {
    this.#deps.metrics.sftp.connections.set(this.#connections.size);
  }

  #admit(user: SftpUser): boolean {
    const signedIn = [...this.#connections].flatMap((connection) => connection.user ?? []);
    return hasPlace(signedIn, user);
  }

  /** Cuts off who is idle, and whose login was disabled, deleted or given other credentials. */
  async #look(): Promise<void> {
    const now = Date.now();
    for (const connection of this.#connections)
      if (connection.user && now - connection.lastUsed > IDLE_MS) connection.cut('idle');
    const users = [...this.#connections].flatMap(({ user }) => user ?? []);
    if (users.length === 0) return;
    try {
      const good = await this.#stillGood(users);
      for (const connection of this.#connections)
        if (connection.user && !good.has(markOf(connection.user))) connection.cut('login changed');
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'SFTP logins could not be looked at');
    }
  }

  async #stillGood(users: SftpUser[]): Promise<Set<string>> {
    const rows = await overAll(this.#deps.db, 'sign-in')
      .selectFrom('sftp_logins')
      .innerJoin('accounts', 'accounts.id', 'sftp_logins.account_id')
      .where('sftp_logins.status', '=', 'ACTIVE')
      .where(
        'sftp_logins.id',
        'in',
        users.map(({ loginId }) => loginId),
      )
      .select(['sftp_logins.id', 'sftp_logins.credentials_changed_at', 'accounts.status'])
      .execute();
    return new Set(
      rows.map((row) =>
        markOf({ loginId: row.id, accountStatus: row.status, credentialsAt: row.credentials_changed_at }),
      ),
    );
  }

  /** Takes nobody new, lets what was asked be done, and puts in order what is open. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#listener.close();
    const connections = [...this.#connections];
    const late = setTimeout(() => {
      for (const socket of this.#sockets.values()) socket.destroy();
    }, GRACE_MS);
    for (const socket of this.#strangers()) socket.destroy();
    await Promise.all(connections.map((connection) => connection.close()));
    while (this.#ending.size > 0) await Promise.all(this.#ending);
    for (const socket of this.#sockets.values()) socket.destroy();
    clearTimeout(late);
  }
}

const nameOf = (address: string | undefined, port: number | undefined): string => `${address} ${port}`;

type Mark = Pick<SftpUser, 'loginId' | 'accountStatus' | 'credentialsAt'>;
const markOf = ({ loginId, accountStatus, credentialsAt }: Mark): string =>
  `${loginId} ${accountStatus} ${credentialsAt.getTime()}`;
