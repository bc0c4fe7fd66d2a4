import { LRUCache } from 'lru-cache';

/** What revocation is asked by: the shape of `fetch`, as far as it is used. */
export type RevocationFetch = (
  url: string,
  init: {
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: Uint8Array<ArrayBuffer>;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<{ status: number; body: AsyncIterable<Uint8Array> | null }>;

export interface DownloadOptions {
  fetch: RevocationFetch;
  /** Why a URL must not be called, or undefined. */
  refuseUrl: (url: string) => string | undefined;
  clock: () => Date;
  /** Milliseconds for one request from connecting to the last byte. */
  timeoutMs: number;
}

export interface Download {
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  /** Bytes of the answer; more is refused. */
  limit: number;
}

/** One that did not answer is left alone for so long: messages must not queue up behind it. */
const LEFT_ALONE_MS = 10_000;
const REMEMBERED = 100;

/** Fetches small files from addresses that certificates name, bounded in time and size. */
export class Downloader {
  readonly #options: DownloadOptions;
  readonly #silent = new LRUCache<string, { until: number; problem: string }>({ max: REMEMBERED });

  constructor(options: DownloadOptions) {
    this.#options = options;
  }

  async get(download: Download): Promise<Uint8Array | { problem: string }> {
    const { url } = download;
    const objection = this.#options.refuseUrl(url);
    if (objection) return { problem: `${url} is not called: ${objection}` };
    const silent = this.#silent.get(url);
    if (silent && this.#now() < silent.until) return silent;
    try {
      return await this.#fetch(download);
    } catch (error) {
      return this.#leaveAlone(url, `${url}: ${reasonOf(error)}`);
    }
  }

  #now(): number {
    return this.#options.clock().getTime();
  }

  #leaveAlone(url: string, problem: string): { problem: string } {
    this.#silent.set(url, { until: this.#now() + LEFT_ALONE_MS, problem });
    return { problem };
  }

  async #fetch({ url, headers, body, limit }: Download): Promise<Uint8Array> {
    const { fetch, timeoutMs } = this.#options;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new Error('no complete answer in time')), timeoutMs);
    try {
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: { 'user-agent': 'Pappel', ...headers },
        ...(body ? { body } : {}),
        redirect: 'manual',
        signal: controller.signal,
      });
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
      return await collect(response.body, limit);
    } finally {
      clearTimeout(timer);
      // Whatever is still to come is not wanted.
      controller.abort();
    }
  }
}

async function collect(body: AsyncIterable<Uint8Array> | null, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limit) throw new Error(`the answer has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** `fetch` hides the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || 'the connection failed';
}
