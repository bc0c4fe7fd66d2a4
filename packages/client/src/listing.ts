import type { Call, Http } from './http.ts';

interface Asked extends Pick<Call, 'path' | 'query' | 'signal'> {
  /** The parameter by which the next page is asked for; `cursor` when omitted. */
  next?: string;
}

/** A list of the API, whose pages are asked for as they are needed. It can be gone through again, from the beginning. */
export class Listing<Item, Page extends { nextCursor?: string }> implements AsyncIterable<Item> {
  readonly #http: Http;
  readonly #asked: Asked;
  readonly #itemsOf: (page: Page) => readonly Item[];

  constructor(http: Http, asked: Asked, itemsOf: (page: Page) => readonly Item[]) {
    this.#http = http;
    this.#asked = asked;
    this.#itemsOf = itemsOf;
  }

  /** Page by page, with what the API says beside the rows. */
  async *pages(): AsyncGenerator<Page, void> {
    const { path, query, signal, next = 'cursor' } = this.#asked;
    let place: Call['query'];
    for (;;) {
      const page = await this.#http.json<Page>({
        method: 'GET',
        path,
        query: { ...query, ...place },
        signal,
      });
      yield page;
      if (page.nextCursor === undefined) return;
      place = { [next]: page.nextCursor };
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }
}
