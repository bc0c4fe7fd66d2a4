/** What went wrong, as the API says it. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly details: readonly { field: string; code: string; message: string }[];
  /** When to ask again, where the API says so; milliseconds. */
  readonly retryAt: number | undefined;

  constructor(status: number, body: unknown, retryAfter?: number) {
    const error = (body as { error?: Partial<ApiError> } | undefined)?.error;
    super(error?.message ?? 'The service did not answer as expected. Try again.');
    this.status = status;
    this.code = error?.code ?? 'UNAVAILABLE';
    this.requestId = error?.requestId;
    this.details = error?.details ?? [];
    this.retryAt = retryAfter === undefined ? undefined : Date.now() + retryAfter * 1000;
  }
}

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
