/** Lets one loop rest until something happens. What happens while it works is not lost: the next rest ends at once. */
export class Signal {
  #given = false;
  #wake: (() => void) | undefined;

  give(): void {
    this.#given = true;
    this.#wake?.();
  }

  /** Until the signal is given, or `ms` have passed. */
  async rest(ms: number): Promise<void> {
    if (!this.#given)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#given = false;
    this.#wake = undefined;
  }
}
