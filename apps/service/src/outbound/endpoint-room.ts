/** What an endpoint may have under way after as many milliseconds in which it said nothing; fewer than `few` is always well. */
const FEW = 6;
const FEW_AFTER_MS = 3_000;
const MANY_AFTER_MS = 1_000;

interface Endpoint {
  underWay: number;
  /** When it last answered, or the first of those that are under way was sent. */
  heardAt: number;
}

/** A document on its way to an endpoint; ends with its `using`. */
export interface EndpointPlace extends Disposable {
  /** It answered, whatever it said. */
  heard(now?: number): void;
}

/**
 * How many documents may wait for one endpoint. One that takes everything and never answers would hold whatever can be sent
 * at once for the two minutes that an answer may take, and all other receivers would wait with it. Who answers, however
 * slowly each, is not bounded.
 */
export class EndpointRoom {
  readonly #many: number;
  readonly #endpoints = new Map<string, Endpoint>();

  /** `many` may be under way to one that has been silent for a second. */
  constructor(many: number) {
    this.#many = Math.max(FEW, many);
  }

  /** Undefined where enough of them wait for an answer. */
  enter(url: string, now = Date.now()): EndpointPlace | undefined {
    const endpoint = this.#endpoints.get(url) ?? { underWay: 0, heardAt: now };
    if (endpoint.underWay >= this.#limit(now - endpoint.heardAt)) return undefined;
    endpoint.underWay++;
    this.#endpoints.set(url, endpoint);
    return {
      heard: (at = Date.now()) => {
        endpoint.heardAt = at;
      },
      [Symbol.dispose]: () => {
        endpoint.underWay--;
        if (endpoint.underWay === 0) this.#endpoints.delete(url);
      },
    };
  }

  #limit(silentMs: number): number {
    if (silentMs > FEW_AFTER_MS) return FEW;
    return silentMs > MANY_AFTER_MS ? this.#many : Number.POSITIVE_INFINITY;
  }
}
