import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ProcessPhase, ProcessState } from '../platform/siblings.ts';
import { Wire } from './wire.ts';

export interface Upbringing {
  log: Logger;
  fork(): Worker;
  /** Answers what this child asks; `wire` leads to it. */
  attend(child: ChildProcess, wire: Wire): void;
  /** It ended, asked to or not. */
  onEnd(wire: Wire): void;
  signal: AbortSignal;
}

/** The start of a process did not come to its end. */
export class StartFailed extends Error {
  /** Its exit status. */
  readonly status: number;

  constructor(number: number, status: number) {
    super(`process ${number} ended during its start, with status ${status}`);
    this.status = status;
  }
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Who has run for so long did not end for the reason of the time before. */
const SETTLED_MS = 60_000;
/** What is stopped to be started again may not keep others waiting for longer. */
const LONGEST_STOP_MS = 60_000;

/** One of the processes of a node, which is started again when it ends without being asked to. */
export class ChildProcess {
  readonly number: number;
  readonly #up: Upbringing;
  #worker: Worker | undefined;
  #wire: Wire | undefined;
  #phase: ProcessPhase = 'starting';
  #since = new Date();
  #crashes = 0;
  /** Crashes in a row. */
  #inARow = 0;

  constructor(number: number, up: Upbringing) {
    this.number = number;
    this.#up = up;
  }

  get state(): ProcessState {
    return {
      process: this.number,
      pid: this.#worker?.process.pid,
      phase: this.#phase,
      since: this.#since,
      crashes: this.#crashes,
    };
  }

  get isRunning(): boolean {
    return this.#phase === 'running';
  }

  /** Undefined where it does not run, or has nothing to say. */
  async ask(name: string, about: unknown, longestMs: number): Promise<unknown> {
    if (!this.isRunning) return undefined;
    return this.#wire?.ask(name, about, longestMs).catch(() => undefined);
  }

  tell(name: string, news: unknown): void {
    if (this.isRunning) this.#wire?.tell(name, news);
  }

  /** Settles when it is ready; from then on it is kept running. Throws StartFailed. */
  async start(): Promise<void> {
    const { fork, attend, onEnd, signal } = this.#up;
    signal.throwIfAborted();
    const worker = fork();
    const wire = new Wire((message) => {
      // Who has ended hears nothing; what is said meanwhile is no trouble.
      if (worker.isConnected()) worker.send(message as object, () => undefined);
    });
    this.#worker = worker;
    this.#wire = wire;
    this.#enter('starting');
    attend(this, wire);
    worker.on('message', (message) => wire.receive(message));
    worker.on('error', () => undefined);
    const ended = once(worker, 'exit').then(([code, killedBy]) => {
      wire.close();
      onEnd(wire);
      return { code: code as number | null, killedBy: killedBy as string | null };
    });
    const ready = new Promise<void>((resolve) => wire.hear('ready', () => resolve()));
    const first = await Promise.race([ready, ended]);
    if (first) throw new StartFailed(this.number, first.code ?? 1);
    this.#enter('running');
    void ended.then((end) => this.#onExit(end));
  }

  /** Finishes what is under way, and ends; after `longestMs` it is ended. */
  async stop(longestMs?: number): Promise<void> {
    const worker = this.#worker;
    this.#enter('stopping');
    if (!worker || worker.isDead()) return;
    const ended = once(worker, 'exit');
    this.#wire?.tell('stop', null);
    if (longestMs === undefined) return void (await ended);
    const late = sleep(longestMs, 'late', { ref: false });
    if ((await Promise.race([ended, late])) === 'late') {
      this.#up.log.warn({ process: this.number }, 'the process did not stop in time, and is ended');
      worker.process.kill('SIGKILL');
      await ended;
    }
  }

  /** Stops it and starts it again; settles when it is ready. */
  async restart(): Promise<void> {
    await this.stop(LONGEST_STOP_MS);
    await this.start().catch((error) => this.#startAgain(error));
  }

  async #onExit({ code, killedBy }: { code: number | null; killedBy: string | null }): Promise<void> {
    if (this.#phase !== 'running') return;
    const facts = { process: this.number, status: code, signal: killedBy ?? undefined };
    // Somebody asked it to end, and it did in order.
    if (code === 0) this.#up.log.warn(facts, 'a process ended; it is started again');
    this.#crashes += code === 0 ? 0 : 1;
    const hasSettled = Date.now() - this.#since.getTime() > SETTLED_MS;
    this.#inARow = hasSettled ? 0 : this.#inARow;
    await this.#startAgain(code === 0 ? undefined : new Error('it ended by itself'), facts);
  }

  /** Again and again, with growing pauses. */
  async #startAgain(failed: unknown, facts: object = { process: this.number }): Promise<void> {
    const { log, signal } = this.#up;
    for (let trouble = failed; !signal.aborted; ) {
      if (trouble !== undefined) {
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#inARow++, LONGEST_PAUSE_MS);
        this.#enter('waiting');
        log.error({ ...facts, err: trouble, pauseMs }, 'a process failed; it is started again after a pause');
        await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
        if (signal.aborted) return;
      }
      trouble = await this.start().then(
        () => undefined,
        (error: unknown) => error ?? new Error('it did not start'),
      );
      if (trouble === undefined) return void log.info({ process: this.number }, 'the process runs again');
    }
  }

  #enter(phase: ProcessPhase): void {
    this.#phase = phase;
    this.#since = new Date();
  }
}
