/** A list of the API, whose pages are asked for as they are needed. It can be gone through again, from the beginning. */
export class Listing<Item, Page extends { nextCursor?: string }> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page>;
  readonly #itemsOf: (page: Page) => readonly Item[];

  constructor(read: (cursor: string | undefined) => Promise<Page>, itemsOf: (page: Page) => readonly Item[]) {
    this.#read = read;
    this.#itemsOf = itemsOf;
  }

  /** Page by page, with what the API says beside the rows. */
  async *pages(): AsyncGenerator<Page, void> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }
}
