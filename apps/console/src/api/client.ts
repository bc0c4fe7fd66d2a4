import createClient from 'openapi-fetch';
import type { paths } from './contract.gen.ts';

/** What went wrong, as the API says it. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly details: readonly { field: string; code: string; message: string }[];
  /** Seconds to wait, where the API says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: unknown, retryAfter?: number) {
    const error = (body as { error?: Partial<ApiError> } | undefined)?.error;
    super(error?.message ?? 'The service did not answer as expected. Try again.');
    this.status = status;
    this.code = error?.code ?? 'UNAVAILABLE';
    this.requestId = error?.requestId;
    this.details = error?.details ?? [];
    this.retryAfter = retryAfter;
  }
}

/** The API by its contract, over the console's road: the session travels in a cookie that no script can read. */
export const api = createClient<paths>({
  baseUrl: '/console/api',
  headers: { 'x-pappel-console': '1' },
  credentials: 'same-origin',
  querySerializer: { array: { style: 'form', explode: true } },
});

const refused = new Set<() => void>();

/** Hears when the service no longer takes the session, until the answer is called. */
export function onRefusedSession(hear: () => void): () => void {
  refused.add(hear);
  return () => refused.delete(hear);
}

/** At the doors 401 is an answer to what was typed; anywhere else it says that the session is over. */
const DOORS = /^\/v1\/(auth\/(?!logout)|desk-sessions\/)/;

api.use({
  onResponse({ response, schemaPath }) {
    if (response.status === 401 && !DOORS.test(schemaPath)) for (const hear of refused) hear();
  },
});

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The data of an answer. @throws ApiError for every other answer, and when there was none */
export async function call<Data>(request: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await request.catch((): never => {
    throw new ApiError(0, {
      error: { code: 'UNAVAILABLE', message: 'The service cannot be reached. Check the connection.' },
    });
  });
  if (response.ok) return data as Data;
  const wait = Number(response.headers.get('retry-after'));
  throw new ApiError(response.status, error, Number.isFinite(wait) && wait > 0 ? wait : undefined);
}
