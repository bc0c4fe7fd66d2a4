/**
 * Every error code of the API, once: HTTP status and default message. A message ends with the next step.
 * A new code is a new line here. [ERR-6]
 */
export const ERROR_CODES = {
  VALIDATION_FAILED: [
    400,
    'The request is not valid. Correct the fields named in details and send it again.',
  ],
  RESET_TOKEN_INVALID: [400, 'This reset link cannot be used any more. Ask for a new one.'],
  OPERATOR_MANAGED: [400, 'Only the operator can change this. Contact the operator of this service.'],
  SSO_EMAIL_MISMATCH: [
    400,
    'The identity belongs to another e-mail address. Sign in with your own identity.',
  ],
  CURRENT_PASSWORD_INVALID: [400, 'The current password is wrong. Enter it again.'],
  CURRENT_PASSWORD_REQUIRED: [400, 'Changing your own password needs currentPassword. Send it along.'],
  PAYLOAD_OBJECT_INVALID: [
    400,
    'This upload cannot be used. Ask for a new upload, send exactly the bytes announced, then submit.',
  ],
  UNAUTHORIZED: [401, 'The credential is missing, wrong or expired. Sign in again or use a valid API key.'],
  SSO_NOT_LINKED: [401, 'No user is linked to this identity. Sign in with a password and link it first.'],
  PASSKEY_CLONE_DETECTED: [
    401,
    'The counter of this passkey went backwards: there may be a copy of it. Sign in another way, remove the passkey and register a new one.',
  ],
  PERMISSION_DENIED: [403, 'This API key lacks the permission for the route. Use a key that has it.'],
  FORBIDDEN: [403, 'Your role does not allow this. Ask an owner of the account.'],
  PASSWORD_CHANGE_NOT_ALLOWED_FOR_SSO_SESSION: [
    403,
    'A password cannot be set in an SSO session. Sign in with your password.',
  ],
  SESSION_REQUIRED: [403, 'This route is for a signed-in person. Sign in instead of using an API key.'],
  PASSWORD_CHANGE_REQUIRED: [
    403,
    'Set a new password first: PATCH your own user with password and currentPassword.',
  ],
  SENDER_NOT_ALLOWED: [
    403,
    'This credential cannot send from that address. Use a participant of a company it reaches.',
  ],
  SENDER_CAPABILITY_MISSING: [
    403,
    'The sender may not send this document type. Add a SEND capability for it first.',
  ],
  SIGNUP_NOT_ALLOWED: [403, 'Sign-up is closed here. Ask the operator for a bootstrap token or an account.'],
  ACCOUNT_SUSPENDED: [
    403,
    'The account is suspended; it can read but not change or send. Contact the operator.',
  ],
  NOT_FOUND: [404, 'There is nothing here under that id for this credential. Check the id.'],
  METHOD_NOT_ALLOWED: [405, 'This path does not know that method. See /docs for those it knows.'],
  REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again over a faster connection.'],
  URI_TOO_LONG: [414, 'The URL is too long. Send less in the query.'],
  HEADERS_TOO_LARGE: [431, 'The headers are too large. Send fewer of them.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body must be JSON. Send it with Content-Type: application/json.'],
  IDEMPOTENCY_CONFLICT: [
    409,
    'This Idempotency-Key was used with another body. Use a new key for a new document.',
  ],
  IDENTIFIER_TAKEN: [409, 'This identifier is taken. Choose another one.'],
  LAST_OWNER: [409, 'This is the last active owner. Make another user an owner first.'],
  USER_NOT_DISABLED: [409, 'The user is active. Deactivate the user first.'],
  ERASURE_TOO_SOON: [409, 'A user can be erased 30 days after deactivation. Try again then.'],
  ERASURE_NOT_CONFIGURED: [409, 'Erasure is switched off here. Contact the operator.'],
  IDEMPOTENCY_IN_PROGRESS: [
    409,
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  ],
  SENDER_NOT_ACTIVE: [409, 'The sender is not READY or ACTIVE. Wait for approval, or ask the operator.'],
  PARTICIPANT_EXISTS: [
    409,
    'This address is already registered here. Check the number, or contact the operator.',
  ],
  INVALID_STATE: [409, 'The present state does not allow this. Look at the status first.'],
  EMAIL_TAKEN: [409, 'This e-mail address is in use. Sign in with it, or use another one.'],
  SSO_IDENTITY_TAKEN: [409, 'This identity is linked to another user. Unlink it there first.'],
  SSO_NOT_CONFIGURED: [409, 'Single sign-on is not set up here. Contact the operator.'],
  EXPORT_IN_PROGRESS: [409, 'An export is already running. Wait until it is done.'],
  LIMIT_REACHED: [409, 'The limit for this kind of thing is reached. Remove one first.'],
  RANGE_NOT_SATISFIABLE: [
    416,
    'The range lies behind the last byte. Ask for one within the length that HEAD tells.',
  ],
  PAYLOAD_TOO_LARGE: [
    413,
    'The body or document is too large. Use the upload flow for documents up to 40 MiB.',
  ],
  RATE_LIMITED: [429, 'Too many requests. Wait as long as Retry-After says.'],
  LOGIN_LOCKED: [429, 'Too many wrong passwords. Wait as long as Retry-After says, or reset the password.'],
  INTERNAL_ERROR: [
    500,
    'Something went wrong on our side. Try again; if it stays, tell the operator the requestId.',
  ],
  LOOKUP_FAILED: [502, 'The Peppol network did not answer. Try again later.'],
  UNAVAILABLE: [503, 'The service is not able to answer at the moment. Try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Every code of a detail, once: what is wrong with a field. A new one is a new word here. */
export const DETAIL_CODES = [
  'REQUIRED',
  'UNKNOWN_FIELD',
  'TYPE',
  'NOT_ALLOWED',
  'FORM',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_SMALL',
  'TOO_LARGE',
  'INVALID',
  'COMMON_PASSWORD',
  'NO_RULES',
  'NOT_XML',
  'CHECK_DIGIT',
  'UNKNOWN',
] as const;
export type DetailCode = (typeof DETAIL_CODES)[number];

export interface ErrorDetail {
  /** Absent where it is about the body, or the query, as a whole. */
  field?: string;
  code: DetailCode;
  message: string;
}

export interface ErrorOptions {
  message?: string;
  details?: ErrorDetail[];
  /** Seconds after which trying again makes sense; becomes Retry-After. */
  retryAfter?: number;
  /** The limit that was hit. */
  limit?: LimitState;
}

/** How far a limit is used. */
export interface LimitState {
  /** How many calls may come at once. */
  limit: number;
  remaining: number;
  /** Seconds until all is given back. */
  reset: number;
}

/** What a use case throws when the API has a code for it. Knows nothing of HTTP. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfter: number | undefined;
  readonly limit: LimitState | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.message ?? ERROR_CODES[code][1]);
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.limit = options.limit;
  }
}

/** One field that is wrong, in the form of the envelope's details. */
export function invalidField(field: string, message: string, code: DetailCode = 'INVALID'): AppError {
  const whole = `${field}: ${message}`;
  return new AppError('VALIDATION_FAILED', {
    message: saysNextStep(message) ? ended(whole) : `${ended(whole)} Correct it and send it again.`,
    details: [{ field, code, message }],
  });
}

/** What follows a semicolon, or a sentence of its own, is what to do. */
const saysNextStep = (message: string): boolean => /; |\. [A-Z]/.test(message);
const ended = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
