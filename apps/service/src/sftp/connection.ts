import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { AuthContext, Connection, PublicKeyAuthContext, Session, SFTPWrapper } from 'ssh2';
import type { Metrics } from '../platform/metrics.ts';
import { type Authenticator, noteLogin, type SftpUser } from './authenticate.ts';
import { FileView, type ViewDeps } from './file-view.ts';
import { type Line, SftpSession } from './session.ts';

export interface ConnectionDeps extends ViewDeps {
  log: Logger;
  metrics: Pick<Metrics, 'sftp'>;
  authenticator: Authenticator;
}

const METHODS: ('password' | 'publickey')[] = ['publickey', 'password'];
const MOST_WRONG_PASSWORDS = 3;
const MOST_ATTEMPTS = 20;
const MOST_CHANNELS = 10;
const GIVE_UP_SENDING_MS = 60_000;
/** Answers that wait in our memory because the client does not take them. */
const MOST_UNSENT_BYTES = 4 * 1024 * 1024;
const MOST_UNSENT_ANSWERS = 64;
const LOOK_AGAIN_MS = 20;
const LINGER_MS = 10_000;

/** One client, from its greeting to its end. */
export class SftpConnection {
  readonly #deps: ConnectionDeps;
  readonly #socket: Socket;
  readonly #client: Connection;
  readonly #address: string;
  readonly #admit: (user: SftpUser) => boolean;
  readonly #sessions = new Set<SftpSession>();
  readonly #ending = new Set<Promise<void>>();
  user: SftpUser | undefined;
  lastUsed = Date.now();
  #channels = 0;
  #wrongPasswords = 0;
  #attempts = 0;
  #isCut = false;

  /** `admit` is asked for a place when somebody came in. */
  constructor(deps: ConnectionDeps, socket: Socket, client: Connection, admit: (user: SftpUser) => boolean) {
    this.#deps = deps;
    this.#socket = socket;
    this.#client = client;
    this.#admit = admit;
    this.#address = socket.remoteAddress ?? '';
    client.on('error', () => this.cut('protocol error'));
    client.on('authentication', (context) => void this.#authenticate(context));
    client.on('session', (accept, reject) => {
      if (this.#channels >= MOST_CHANNELS) reject?.();
      else this.#openSession(accept());
    });
    socket.once('close', () => {
      for (const session of this.#sessions) this.#end(session, session.end());
    });
  }

  async #authenticate(context: AuthContext): Promise<void> {
    const { metrics } = this.#deps;
    try {
      const user = ++this.#attempts > MOST_ATTEMPTS ? undefined : await this.#check(context);
      if (this.#isCut) return;
      if (!user) {
        if (context.method !== 'none') metrics.sftp.logins.inc({ outcome: 'refused' });
        if (this.#wrongPasswords >= MOST_WRONG_PASSWORDS || this.#attempts > MOST_ATTEMPTS)
          return this.cut('too many attempts');
        return context.reject(METHODS);
      }
      if (isQuestion(context)) return context.accept();
      if (!this.#admit(user)) {
        metrics.sftp.logins.inc({ outcome: 'too_many' });
        return this.cut('too many connections');
      }
      this.user = user;
      context.accept();
      metrics.sftp.logins.inc({ outcome: 'accepted' });
      await noteLogin(this.#deps.db, user);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'SFTP sign-in failed');
      this.cut('sign-in failed');
    }
  }

  async #check(context: AuthContext): Promise<SftpUser | undefined> {
    const { authenticator } = this.#deps;
    if (context.method === 'password') {
      const user = await authenticator.password(context.username, context.password, this.#address);
      if (!user) await pause(250 * ++this.#wrongPasswords);
      return user;
    }
    if (context.method !== 'publickey' || !isCurrent(context)) return undefined;
    return authenticator.publicKey(context.username, context.key.data, (key) => {
      if (key.type !== context.key.algo) return false;
      if (isQuestion(context)) return true;
      const { blob, signature, hashAlgo } = context;
      return blob !== undefined && signature !== undefined && key.verify(blob, signature, hashAlgo) === true;
    });
  }

  #openSession(session: Session): void {
    this.#channels++;
    // One that never became SFTP stays counted: ssh2 does not forget it either.
    session.once('sftp', (accept) => {
      session.once('close', () => this.#channels--);
      if (!this.user) return this.cut('not signed in');
      const sftp = accept();
      const view = new FileView(this.#deps, this.user);
      const served = new SftpSession(sftp, view, this.#line(sftp));
      this.#sessions.add(served);
      const goodbye = (): void => {
        const closed = served.finish().finally(() => {
          sftp.end();
          this.#leave();
        });
        this.#end(served, closed);
      };
      // Batch clients wait for our end of the channel after they have closed theirs.
      sftp.once('end', goodbye);
      session.once('close', goodbye);
    });
  }

  #end(session: SftpSession, ending: Promise<void>): void {
    this.#sessions.delete(session);
    const settled = ending.catch((error) => this.#deps.log.warn({ err: error }, 'SFTP session ended badly'));
    this.#ending.add(settled);
    void settled.finally(() => this.#ending.delete(settled));
  }

  /** A client that keeps the connection without any channel is shown out. */
  #leave(): void {
    const timer = setTimeout(() => {
      if (this.#sessions.size === 0) this.#client.end();
    }, LINGER_MS);
    timer.unref();
  }

  #line(sftp: SFTPWrapper): Line {
    return {
      hold: (isHeld) => {
        if (isHeld) this.#socket.pause();
        else if (this.#socket.isPaused()) this.#socket.resume();
      },
      drained: () => this.#drained(sftp),
      cut: (reason) => this.cut(reason),
      used: () => {
        this.lastUsed = Date.now();
      },
      failed: (error) =>
        this.#deps.log.error({ err: error, login: this.user?.username }, 'SFTP request failed'),
      moved: (direction, bytes) => this.#deps.metrics.sftp.bytes.inc({ direction }, bytes),
    };
  }

  async #drained(sftp: SFTPWrapper): Promise<boolean> {
    // ssh2 keeps what does not fit the client's window in this array, without an event when it is sent.
    const { _buffer: unsent } = sftp as unknown as { _buffer: Buffer[] };
    const isFull = (): boolean =>
      !this.#isCut &&
      ((sftp as unknown as { _buffer: Buffer[] })._buffer.length > MOST_UNSENT_ANSWERS ||
        this.#socket.writableLength > MOST_UNSENT_BYTES);
    if (unsent.length === 0 && this.#socket.writableLength <= MOST_UNSENT_BYTES) return true;
    for (let waited = 0; isFull(); waited += LOOK_AGAIN_MS) {
      if (waited > GIVE_UP_SENDING_MS) return false;
      await pause(LOOK_AGAIN_MS);
    }
    return true;
  }

  /** At once, without a word more. */
  cut(reason: string): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#deps.log.debug(
      { reason, address: this.#address, login: this.user?.username },
      'SFTP connection cut',
    );
    this.#socket.destroy();
  }

  /** Lets what was asked be done, then says goodbye. */
  async close(): Promise<void> {
    for (const session of this.#sessions) this.#end(session, session.finish());
    await this.ended();
    this.#client.end();
    this.#socket.destroySoon();
  }

  /** Settles when everything that was open is in order. */
  async ended(): Promise<void> {
    while (this.#ending.size > 0) await Promise.all(this.#ending);
  }
}

/** A key without a signature: would it do? */
const isQuestion = (context: AuthContext): boolean =>
  context.method === 'publickey' && context.signature === undefined;

/** RSA with SHA-1 is not: the client names SHA-2 already when it asks. */
const isCurrent = ({ key, hashAlgo }: PublicKeyAuthContext): boolean =>
  key.algo !== 'ssh-rsa' || hashAlgo === 'sha256' || hashAlgo === 'sha512';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
