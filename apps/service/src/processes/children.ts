import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { HealthPart } from '../platform/health.ts';
import type { ProcessState } from '../platform/siblings.ts';
import type { Briefing } from './briefing.ts';
import { ChildProcess } from './child-process.ts';
import { TurnDesk } from './turn-desk.ts';
import type { Wire } from './wire.ts';

export interface ChildrenOptions {
  count: number;
  log: Logger;
  fork(): Worker;
  briefing: Omit<Briefing, 'number' | 'logLevel'>;
}

/** As long as one that was asked by another may take. */
const ANSWER_MS = 2_000;

/** The processes of a node: started, kept running, and told of each other. */
export class Children {
  readonly #options: ChildrenOptions;
  readonly #children: readonly ChildProcess[];
  readonly #ending = new AbortController();
  readonly #turns = new TurnDesk();
  #rolling: Promise<void> | undefined;

  constructor(options: ChildrenOptions) {
    this.#options = options;
    const { log, fork } = options;
    const up = {
      log,
      fork,
      signal: this.#ending.signal,
      attend: (child: ChildProcess, wire: Wire) => this.#attend(child, wire),
      onEnd: (wire: Wire) => this.#turns.leave(wire),
    };
    this.#children = Array.from({ length: options.count }, (_, index) => new ChildProcess(index + 1, up));
  }

  states(): ProcessState[] {
    return this.#children.map(({ state }) => state);
  }

  /** All at once; settles when all are ready. Throws StartFailed for the first one that is not to be. */
  async start(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.start()));
  }

  /** All at once: no new requests, then what is under way. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#children.map((child) => child.stop()));
  }

  /** One after the other, so that the others go on meanwhile. Once it has begun, asking again adds nothing. */
  roll(): Promise<void> {
    this.#rolling ??= this.#roll().finally(() => {
      this.#rolling = undefined;
    });
    return this.#rolling;
  }

  /** Parts that are not well, by process; one that does not run has `process`. */
  async health(): Promise<{ process: number; failing: (HealthPart | 'process')[] }[]> {
    return Promise.all(
      this.#children.map(async (child) => ({
        process: child.number,
        failing: ((await child.ask('health', null, ANSWER_MS)) as HealthPart[] | undefined) ?? [
          'process' as const,
        ],
      })),
    );
  }

  async #roll(): Promise<void> {
    const { log } = this.#options;
    log.info('the processes are started again, one after the other');
    for (const child of this.#children) {
      if (this.#ending.signal.aborted) return;
      // Who waits to be started again is on its way.
      if (child.isRunning) await child.restart();
    }
    if (!this.#ending.signal.aborted) log.info('all processes were started again');
  }

  #attend(child: ChildProcess, wire: Wire): void {
    const { log, briefing } = this.#options;
    wire.answer(
      'briefing',
      async (): Promise<Briefing> => ({ ...briefing, number: child.number, logLevel: log.level }),
    );
    wire.answer('states', async () => this.states());
    wire.answer('siblings', async ({ name, about }: { name: string; about: unknown }) => {
      const others = this.#children.filter((other) => other !== child);
      const answers = await Promise.all(
        others.map(async (other) => ({
          process: other.number,
          answer: await other.ask(name, about, ANSWER_MS),
        })),
      );
      return answers.filter(({ answer }) => answer !== undefined);
    });
    wire.hear('siblings', ({ name, news }: { name: string; news: unknown }) => {
      if (name === 'logLevel') log.level = news as string;
      for (const other of this.#children) if (other !== child) other.tell(name, news);
    });
    wire.answer('turn', (key: string) => this.#turns.give(wire, key));
    wire.hear('turn-over', (turn: number) => this.#turns.over(wire, turn));
  }
}
