import { Turns } from '../platform/turns.ts';
import type { Wire } from './wire.ts';

/** Gives the turns of all processes, so that work on one key runs in one of them at a time. */
export class TurnDesk {
  readonly #turns = new Turns();
  /** What ends the turns that a process has. */
  readonly #held = new Map<Wire, Map<number, () => void>>();
  #given = 0;

  /** Answers the number of the turn once it has come. */
  give(holder: Wire, key: string): Promise<number> {
    const turn = ++this.#given;
    return new Promise((resolve) => {
      void this.#turns.take(key, async () => {
        if (holder.isClosed) return;
        await new Promise<void>((over) => {
          const theirs = this.#held.get(holder) ?? new Map<number, () => void>();
          this.#held.set(holder, theirs.set(turn, over));
          resolve(turn);
        });
        this.#held.get(holder)?.delete(turn);
      });
    });
  }

  over(holder: Wire, turn: number): void {
    this.#held.get(holder)?.get(turn)?.();
  }

  /** Who has ended has no turns. */
  leave(holder: Wire): void {
    const theirs = [...(this.#held.get(holder)?.values() ?? [])];
    this.#held.delete(holder);
    for (const over of theirs) over();
  }
}
