import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { build, type Program, preparePython } from './toolchain.ts';

const START_MS = 90_000;
const CALL_MS = 180_000;

/** What a program answered, as bytes or as `name=value` lines. */
export class Answer {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  get text(): string {
    return this.bytes.toString();
  }
  /** The value of a line; empty when it is not there. */
  of(name: string): string {
    const line = this.text.split('\n').find((one) => one.startsWith(`${name}=`));
    return line?.slice(name.length + 1) ?? '';
  }
}

/** A running foreign program, driven through its control port. */
export class Peer {
  readonly #child: ChildProcess;
  readonly #control: string;
  /** From when it was started until it could be called; milliseconds. */
  readonly startMs: number;

  private constructor(child: ChildProcess, control: string, startMs: number) {
    this.#child = child;
    this.#control = control;
    this.startMs = startMs;
    process.on('exit', () => this.stop());
  }

  /** Builds and starts a program in Java; its log goes to `scratch`. */
  static start(
    program: Program,
    scratch: string,
    options: { args: readonly string[]; jvm?: readonly string[] },
  ): Promise<Peer> {
    const java = build(program, scratch);
    const quiet = ['-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', '-Xmx2g', ...(options.jvm ?? [])];
    const args = [...quiet, ...java, ...options.args];
    const child = spawn('java', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    return Peer.#of(child, join(scratch, `${program.folder}.log`));
  }

  /** Starts a program of ours that is driven as the foreign ones are. */
  static startNode(script: string, scratch: string, args: readonly string[]): Promise<Peer> {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    return Peer.#of(child, join(scratch, 'ours.log'));
  }

  /** Starts the program in Python. */
  static startPython(scratch: string, args: readonly string[]): Promise<Peer> {
    const { script, libraries } = preparePython(scratch);
    const env = { ...process.env, PYTHONPATH: libraries };
    const child = spawn('python3', [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
    return Peer.#of(child, join(scratch, 'python.log'));
  }

  static async #of(child: ChildProcessByStdio<null, Readable, Readable>, logFile: string): Promise<Peer> {
    const startedAt = performance.now();
    child.stderr.pipe(createWriteStream(logFile));
    const tooLate = setTimeout(() => child.kill('SIGKILL'), START_MS);
    for await (const line of createInterface(child.stdout)) {
      const [, port] = /^CONTROL (\d+)$/.exec(line) ?? [];
      if (!port) continue;
      clearTimeout(tooLate);
      child.stdout.resume();
      return new Peer(child, `http://127.0.0.1:${port}`, performance.now() - startedAt);
    }
    throw new Error(`It did not start; see ${logFile}`);
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('It did not start');
    return this.#child.pid;
  }

  /** Calls an operation of the program; throws what it throws. */
  async call(name: string, args: Record<string, string> = {}, body?: Uint8Array): Promise<Answer> {
    const response = await fetch(`${this.#control}/${name}?${new URLSearchParams(args)}`, {
      method: 'POST',
      body: body ? Buffer.from(body) : '',
      signal: AbortSignal.timeout(CALL_MS),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok) return new Answer(bytes);
    throw new Error(`${name}: ${bytes.toString().slice(0, 2_000)}`);
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
