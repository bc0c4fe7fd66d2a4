import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { request, until } from './harness.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
/** Of the caller only what every process has: settings of whoever runs the tests are none of ours. */
const { PATH = '' } = process.env;
/** What a start may take, on a machine that has other work too. */
const LONGEST_START_MS = 180_000;

export const OPERATOR_TOKEN = 'pop_test_of_a_node_process';

/** A line of its log. */
export type LogLine = Record<string, unknown>;

/** A node as it is started in production, with what it says. */
export class NodeProcess {
  readonly #child: ChildProcess;
  readonly #env: Record<string, string>;
  #output = '';
  /** Its exit status. */
  readonly ended: Promise<number | null>;

  constructor(env: Record<string, string>) {
    this.#env = { PATH, ...env, OPERATOR_TOKEN };
    this.#child = spawn(process.execPath, [MAIN], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk) => {
        this.#output += chunk;
      });
    this.ended = new Promise((resolve) => this.#child.once('close', (status) => resolve(status)));
  }

  get output(): string {
    return this.#output;
  }

  get operator(): string {
    return `http://127.0.0.1:${this.#env['OPERATOR_PORT']}`;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Its log so far. */
  lines(): LogLine[] {
    return this.#output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as LogLine);
  }

  /** Whether the whole of it is ready, as the operator is told. */
  async isReady(): Promise<boolean> {
    const health = await until(
      () => this.health().catch(() => undefined),
      (answer) => answer?.status === 'ok' || this.#child.exitCode !== null,
      LONGEST_START_MS,
    );
    return health?.status === 'ok';
  }

  async health() {
    const answer = await request('GET', `${this.operator}/operator/v1/health`, OPERATOR_TOKEN);
    return answer.body;
  }

  /** It may be started again. */
  async end(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return this.ended;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.#env['DATA_DIR'] ?? '', { recursive: true, force: true });
  }
}

/** Whether somebody listens there. */
export const answers = (port: string | undefined, scheme = 'http'): Promise<boolean> =>
  fetch(`${scheme}://127.0.0.1:${port}/health`).then(
    () => true,
    (error: Error & { cause?: { code?: string } }) => error.cause?.code !== 'ECONNREFUSED',
  );
