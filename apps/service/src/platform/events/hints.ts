import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeLine } from '../db/node-line.ts';

const BETWEEN_MS = 50;

/**
 * Tells the other nodes that the log has grown, and hears them. A hint may be lost: nodes ask the log anyway, only less
 * often.
 */
export class Hints {
  readonly #line: NodeLine;
  readonly #ownName = randomUUID();
  #waits = false;
  #isUnderWay = false;
  #stopped = false;

  constructor(line: NodeLine, onHint: () => void) {
    this.#line = line;
    const hear = (name: string): void => {
      if (name !== this.#ownName) onHint();
    };
    line.hear('pappel_events', hear, onHint);
  }

  /** One at a time is enough: what grew meanwhile is told by the next one. */
  give(): void {
    this.#waits = true;
    if (!this.#isUnderWay) void this.#tell();
  }

  stop(): void {
    this.#stopped = true;
  }

  async #tell(): Promise<void> {
    this.#isUnderWay = true;
    while (this.#waits && !this.#stopped) {
      this.#waits = false;
      await this.#line.tell('pappel_events', [this.#ownName]);
      await sleep(BETWEEN_MS);
    }
    this.#isUnderWay = false;
  }
}
