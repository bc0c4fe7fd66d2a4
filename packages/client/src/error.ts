import type { components } from './contract.gen.ts';

type Told = components['schemas']['Error']['error'];

/** What is wrong with a field of the request. */
export type ErrorDetail = NonNullable<Told['details']>[number];

/** Codes of the API, those that this client adds, and those that a later service may have. */
export type ErrorCode =
  | Told['code']
  | 'NETWORK_ERROR'
  | 'TIMED_OUT'
  | 'UNEXPECTED_ANSWER'
  | 'WEBHOOK_NOT_VERIFIED'
  | (string & {});

/** Everything that this client throws, but for the reason of a signal that aborted. */
export class PappelError extends Error {
  override readonly name = 'PappelError';
  readonly code: ErrorCode;
  /** Of HTTP; undefined where nobody answered. */
  readonly status: number | undefined;
  readonly details: readonly ErrorDetail[];
  /** Name it to the operator of the service. */
  readonly requestId: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    known: { status?: number; details?: readonly ErrorDetail[]; requestId?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: known.cause });
    this.code = code;
    this.status = known.status;
    this.details = known.details ?? [];
    this.requestId = known.requestId;
  }
}

/** Of an answer that is not the API's, so much is told. */
const SHOWN = 200;

/** What an answer that is no success says. */
export function refusalOf(status: number, headers: Headers, text: string): PappelError {
  const told = envelopeIn(text);
  if (told) return new PappelError(told.code, told.message, { status, ...told });
  const requestId = headers.get('x-request-id') ?? undefined;
  const message = `${status} without an error of the API: ${text.slice(0, SHOWN)}`;
  return new PappelError('UNEXPECTED_ANSWER', message, { status, ...(requestId ? { requestId } : {}) });
}

function envelopeIn(text: string): Told | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: Told };
    return typeof error?.code === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
