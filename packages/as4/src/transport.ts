import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib';
import { Agent, type buildConnector, type Dispatcher, request } from 'undici';
import type { BuiltRequest } from './build-request.ts';
import type { HttpAnswer, SendOutcome } from './read-response.ts';

export type TransportFailure = Extract<SendOutcome, { kind: 'transport' }>;

/** What phase4 waits for and Peppol states as service level. */
const CONNECT_TIMEOUT_MS = 5_000;
export const RESPONSE_TIMEOUT_MS = 120_000;

/** The slowest that a receiver may take our bytes: one that takes them drop by drop would hold us for hours. */
const SLOWEST_BYTES_PER_MS = 64;

/** A SOAP part, and room for the MIME that some stacks wrap it in. */
const RESPONSE_LIMIT = 512 * 1024;
/** Above this the body is made while it is sent, so that it is not held twice. */
const STREAM_ABOVE = 1024 * 1024;

export interface AgentOptions {
  /** PEM. When given, instead of the authorities that Node knows: for a network of one's own. */
  tlsCaPem?: string;
  /** Milliseconds. */
  connectTimeout?: number;
  /** What undici's connector takes besides, such as a `lookup` that refuses private addresses. */
  connect?: buildConnector.BuildOptions;
}

/** What a server of grade A or better can do: forward secrecy. Of TLS 1.3 all suites have it. */
const FORWARD_SECRET =
  'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE:DHE:!aNULL:!eNULL:!PSK';

/**
 * A dispatcher as access points are spoken to: HTTP/1.1, TLS 1.2 or newer with forward secrecy, server certificate checked,
 * whatever NODE_TLS_REJECT_UNAUTHORIZED says [TS-policy].
 */
export function createAgent({ tlsCaPem, connectTimeout, connect }: AgentOptions = {}): Agent {
  return new Agent({
    allowH2: false,
    connect: {
      timeout: connectTimeout ?? CONNECT_TIMEOUT_MS,
      minVersion: 'TLSv1.2',
      ciphers: FORWARD_SECRET,
      rejectUnauthorized: true,
      ...(tlsCaPem === undefined ? {} : { ca: tlsCaPem }),
      ...connect,
    },
  });
}

export interface PostOptions {
  dispatcher: Dispatcher;
  /** Milliseconds to wait for the head of the answer, and again for the rest of it. */
  responseTimeout: number;
  /** Milliseconds to connect and to send the request; 5 s and 1 s for every 64 KB when not given. */
  uploadTimeout?: number | undefined;
  /** Called when there is a connection, new or kept, and the request goes out on it. */
  onConnected?: (() => void) | undefined;
}

/** Tells when the request goes out: until then it waited for a connection. */
function watcher(handler: Dispatcher.DispatchHandler, onConnected: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      onConnected();
      handler.onRequestStart?.(controller, context);
    },
    onResponseStart: (...head) => handler.onResponseStart?.(...head),
    onResponseData: (...piece) => handler.onResponseData?.(...piece),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...error) => handler.onResponseError?.(...error),
  };
}

const watched = (dispatcher: Dispatcher, onConnected: (() => void) | undefined): Dispatcher =>
  onConnected
    ? dispatcher.compose((dispatch) => (options, handler) => dispatch(options, watcher(handler, onConnected)))
    : dispatcher;

/** Posts a message and reads the answer, whatever its status. Redirects are not followed. */
export async function post(
  url: string,
  built: BuiltRequest,
  { dispatcher, responseTimeout, uploadTimeout, onConnected }: PostOptions,
): Promise<HttpAnswer | TransportFailure> {
  const deadline = new AbortController();
  const abortAfter = (ms: number) => setTimeout(() => deadline.abort(), ms);
  const upload = uploadTimeout ?? CONNECT_TIMEOUT_MS + built.contentLength / SLOWEST_BYTES_PER_MS;
  let timer = abortAfter(upload + responseTimeout);
  try {
    const response = await request(url, {
      dispatcher: watched(dispatcher, onConnected),
      method: 'POST',
      headers: {
        'content-type': built.contentType,
        'content-length': String(built.contentLength),
        'mime-version': '1.0',
        // Some firewalls drop who does not name itself.
        'user-agent': 'Pappel',
      },
      body:
        built.contentLength > STREAM_ABOVE
          ? Readable.from(built.body(), { objectMode: false })
          : Buffer.concat([...built.body()], built.contentLength),
      // Counted anew with every piece of the request that is taken: the deadline bounds the whole.
      headersTimeout: responseTimeout,
      bodyTimeout: responseTimeout,
      signal: deadline.signal,
    });
    // A receipt is small: one that drips in byte by byte must not hold us for hours.
    clearTimeout(timer);
    timer = abortAfter(responseTimeout);
    const { statusCode, headers } = response;
    const body = await readBounded(response.body, String(headers['content-encoding'] ?? ''));
    return { httpStatus: statusCode, contentType: String(headers['content-type'] ?? ''), body };
  } catch (error) {
    return transportFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

/** We do not ask for compression, but proxies on the way compress anyway. */
async function readBounded(stream: Readable, encoding: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > RESPONSE_LIMIT) throw new Error(`The answer has more than ${RESPONSE_LIMIT} bytes`);
      chunks.push(chunk);
    }
  };
  const decoder = DECODERS[encoding.trim().toLowerCase()];
  await (decoder ? pipeline(stream, decoder(), collect) : pipeline(stream, collect));
  return Buffer.concat(chunks, size);
}

const DECODERS: Record<string, (() => ReturnType<typeof createUnzip>) | undefined> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_ABORTED',
  'ABORT_ERR',
  'ETIMEDOUT',
]);
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH|ERROR_IN_CERT|CRL_)/;

function transportFailure(error: unknown): TransportFailure {
  const { code, name, message, cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  const actual = typeof code === 'string' ? code : (cause?.code ?? '');
  const detail = message || actual;
  if (TIMEOUTS.has(actual) || name === 'AbortError') return { kind: 'transport', code: 'TIMEOUT', detail };
  if (TLS_CODE.test(actual)) return { kind: 'transport', code: 'TLS_FAILED', detail };
  return { kind: 'transport', code: 'CONNECTION_FAILED', detail };
}
