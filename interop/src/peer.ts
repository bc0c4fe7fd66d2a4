import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build, type Program } from './toolchain.ts';

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

/** A running Java program, driven through its control port. */
export class Peer {
  readonly #child: ChildProcess;
  readonly #control: string;

  private constructor(child: ChildProcess, control: string) {
    this.#child = child;
    this.#control = control;
    process.on('exit', () => this.stop());
  }

  /** Builds and starts a program; its log goes to `scratch`. */
  static async start(
    program: Program,
    scratch: string,
    options: { args: readonly string[]; jvm?: readonly string[] },
  ): Promise<Peer> {
    const java = build(program, scratch);
    const quiet = ['-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', '-Xmx2g', ...(options.jvm ?? [])];
    const child = spawn('java', [...quiet, ...java, ...options.args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(join(scratch, `${program.folder}.log`));
    child.stderr.pipe(log);
    const tooLate = setTimeout(() => child.kill('SIGKILL'), START_MS);
    for await (const line of createInterface(child.stdout)) {
      const [, port] = /^CONTROL (\d+)$/.exec(line) ?? [];
      if (!port) continue;
      clearTimeout(tooLate);
      child.stdout.resume();
      return new Peer(child, `http://127.0.0.1:${port}`);
    }
    throw new Error(`${program.main} did not start; see ${scratch}/${program.folder}.log`);
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
