/** Rules look at a window of a document at a time, and ask for the same texts there again and again. */
export const MOST_TEXTS = 16_384;

/**
 * Texts of elements that were asked for lately: of a document of many elements not all of them, which would take more
 * memory than its bytes. One that another has displaced is made again.
 */
export class RecentTexts {
  readonly #texts: (string | undefined)[];
  /** Of each place, whose text is there. */
  readonly #nodes: Int32Array;
  readonly #mask: number;

  /** @param count of the elements of a document */
  constructor(count: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(1, Math.min(count, MOST_TEXTS))));
    this.#texts = new Array(places);
    this.#nodes = new Int32Array(places);
    this.#mask = places - 1;
  }

  of(node: number): string | undefined {
    const place = node & this.#mask;
    return this.#nodes[place] === node ? this.#texts[place] : undefined;
  }

  keep(node: number, text: string): void {
    const place = node & this.#mask;
    this.#nodes[place] = node;
    this.#texts[place] = text;
  }
}
