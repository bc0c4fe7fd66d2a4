import { PappelError, refusalOf } from './error.ts';
import { type Failure, pause, waitBefore } from './retry.ts';

export interface PappelOptions {
  /** Begins with `pap_`. */
  apiKey: string;
  /** Where the service is, without `/v1`. */
  baseUrl: string;
  /** In place of the platform's. */
  fetch?: typeof fetch;
  /** How often a request that failed is repeated where that is safe; 2 when omitted. */
  maxRetries?: number;
  /** Milliseconds that one attempt may take; 30,000 when omitted. Documents have a second more for each 256 KiB. */
  timeoutMs?: number;
}

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

export interface Call {
  method: string;
  /** Begins with `/v1`. */
  path: string;
  query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
  /** Doing it twice is harmless, though it is no GET and has no key. */
  isRepeatable?: boolean;
  /** How many bytes of a document travel. */
  bytes?: number;
}

export interface Answered {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** So slow a connection may be for documents. */
const BYTES_PER_SECOND = 262_144;

/** Sends requests, and repeats those that failed where that is safe. */
export class Http {
  readonly maxRetries: number;
  readonly #base: string;
  readonly #apiKey: string;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;

  constructor({ apiKey, baseUrl, fetch: given, maxRetries = 2, timeoutMs = 30_000 }: PappelOptions) {
    if (!apiKey) throw new TypeError('apiKey is missing. Make one in the console, under API keys.');
    if (!/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : ''))
      throw new TypeError(`baseUrl must be a URL such as https://pappel.example.com, not "${baseUrl}".`);
    this.#base = baseUrl.replace(/\/+$/, '');
    this.#apiKey = apiKey;
    this.#fetch = given ?? ((...asked) => fetch(...asked));
    this.maxRetries = maxRetries;
    this.#timeoutMs = timeoutMs;
  }

  /** The answer once it is a success; throws PappelError otherwise. */
  send(call: Call): Promise<Answered> {
    const { method, headers = {}, body, signal, bytes = 0 } = call;
    const request: RequestInit = {
      method,
      headers: {
        ...this.#credential(),
        accept: 'application/json, */*;q=0.5',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const isRepeatable = method === 'GET' || 'idempotency-key' in headers || call.isRepeatable === true;
    const url = this.#urlOf(call);
    return this.#untilAnswered(() => this.#attempt(url, request, { signal, bytes }), isRepeatable, signal);
  }

  async json<Value>(call: Call): Promise<Value> {
    const { bytes } = await this.send(call);
    return JSON.parse(textOf(bytes)) as Value;
  }

  /**
   * Puts a document where `placeOf` says. The URL is the credential; one whose bytes may have arrived takes no others, so
   * that each attempt has a place of its own.
   */
  async put<Place extends { uploadUrl: string }>(
    placeOf: () => Promise<Place>,
    document: Uint8Array,
    signal?: AbortSignal,
  ): Promise<Place> {
    let place: Place | undefined;
    const attempt = async () => {
      place = await placeOf();
      const request: RequestInit = { method: 'PUT', body: document as Uint8Array<ArrayBuffer> };
      return this.#attempt(place.uploadUrl, request, { signal, bytes: document.length });
    };
    await this.#untilAnswered(attempt, true, signal);
    return place as Place;
  }

  /** An answer without an end. Its beginning is waited for as long as for any other. */
  async open(
    path: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const beginning = new AbortController();
    const timer = setTimeout(() => beginning.abort(timedOut(this.#timeoutMs)), this.#timeoutMs);
    try {
      const response = await this.#fetch(this.#base + path, {
        headers: { ...this.#credential(), ...headers },
        signal: AbortSignal.any([signal, beginning.signal]),
      });
      if (response.ok) return response;
      throw refusalOf(response.status, response.headers, await response.text());
    } catch (cause) {
      signal.throwIfAborted();
      throw cause instanceof PappelError ? cause : notReached(cause);
    } finally {
      clearTimeout(timer);
    }
  }

  #credential(): Record<string, string> {
    return { authorization: `Bearer ${this.#apiKey}` };
  }

  #urlOf({ path, query = {} }: Call): string {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined) asked.append(name, String(one));
    return `${this.#base}${path}${asked.size > 0 ? `?${asked}` : ''}`;
  }

  async #untilAnswered(
    attempt: () => Promise<Answered | Failure>,
    isRepeatable: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Answered> {
    for (let failed = 0; ; failed++) {
      const outcome = await attempt();
      if (!('error' in outcome)) return outcome;
      const wait = failed < this.maxRetries ? waitBefore(outcome, failed, isRepeatable) : undefined;
      if (wait === undefined) throw outcome.error;
      await pause(wait, signal);
    }
  }

  /** The answer is read to its end: one that is cut off within is a failure like any other. */
  async #attempt(
    url: string,
    request: RequestInit,
    { signal, bytes }: { signal: AbortSignal | undefined; bytes: number },
  ): Promise<Answered | Failure> {
    signal?.throwIfAborted();
    const most = this.#timeoutMs + Math.ceil(bytes / BYTES_PER_SECOND) * 1000;
    const timeout = AbortSignal.timeout(most);
    try {
      const response = await this.#fetch(url, {
        ...request,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const answer = new Uint8Array(await response.arrayBuffer());
      const { status, headers } = response;
      if (response.ok) return { status, headers, bytes: answer };
      return { error: refusalOf(status, headers, textOf(answer)), retryAfter: headers.get('retry-after') };
    } catch (cause) {
      signal?.throwIfAborted();
      return { error: timeout.aborted ? timedOut(most) : notReached(cause), retryAfter: null };
    }
  }
}

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const timedOut = (milliseconds: number): PappelError =>
  new PappelError('TIMED_OUT', `There was no whole answer within ${milliseconds / 1000} seconds.`);

/** Why fetch failed, which it says in its cause. */
export function notReached(cause: unknown): PappelError {
  const why = (cause as { cause?: { message?: string } }).cause?.message || (cause as Error).message;
  return new PappelError('NETWORK_ERROR', `The service was not reached, or cut the answer off: ${why}`, {
    cause,
  });
}
