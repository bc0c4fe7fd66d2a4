/**
 * Trouble of what the service stands on, which says nothing about the work in hand: the connection broke, the database
 * starts or stops, two transactions were in each other's way, the disk is full, the object store does not answer. Such
 * work is done again as soon as it can be, and no attempt is counted.
 */

/** SQLSTATE classes and codes, see "PostgreSQL Error Codes" in its manual. */
const DATABASE_STATES = [
  /^08/, // connection exceptions
  /^57P0[1-5]$/, // shut down by the administrator, crashed, starting up, database dropped, idle too long
  /^40(001|P01)$/, // serialization failure, deadlock
  /^53/, // disk full, out of memory, too many connections
  /^55P03$/, // lock not available
  /^58/, // input or output failed
  /^25006$/, // read-only: a standby that is about to take over
];

const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** What pg says in prose only. */
const BROKEN_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end)/;

/** Of the machine or its disks, whoever met them. */
const MACHINE_CODES = ['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'EROFS', 'ENOMEM'];

const met = new WeakSet<object>();

/** Remembers that this error came from reaching the database; the same codes from elsewhere mean something else. */
export function noteDatabaseTrouble(error: unknown): void {
  if (typeof error === 'object' && error !== null && isConnectionTrouble(error)) met.add(error);
}

/** Whether the connection to the database could not be made or broke. Asked only of errors that pg threw. */
export function isConnectionTrouble(error: unknown): boolean {
  return chain(error).some(
    ({ code, message }) =>
      (typeof code === 'string' && (NETWORK_CODES.includes(code) || isDatabaseState(code))) ||
      (typeof message === 'string' && BROKEN_CONNECTION.test(message)),
  );
}

/** Whether work failed for reasons that are not its own. */
export function isTrouble(error: unknown): boolean {
  return chain(error).some(
    (one) =>
      met.has(one) ||
      (typeof one.code === 'string' && (isDatabaseState(one.code) || MACHINE_CODES.includes(one.code))) ||
      isObjectStoreTrouble(one),
  );
}

const isDatabaseState = (code: string): boolean => DATABASE_STATES.some((state) => state.test(code));

/** The S3 client marks its errors: without a status nobody answered, and from 500 on the store is not well. */
function isObjectStoreTrouble({ $metadata }: Linked): boolean {
  if (typeof $metadata !== 'object' || $metadata === null) return false;
  const { httpStatusCode: status } = $metadata as { httpStatusCode?: number };
  return status === undefined || status === 429 || status >= 500;
}

interface Linked {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
  $metadata?: unknown;
}

const DEEPEST = 5;

/** An error, its causes, and the parts of one that joins several. */
function chain(error: unknown, depth = 0): Linked[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return [];
  const one = error as Linked;
  const parts = Array.isArray(one.errors) ? one.errors : [];
  return [one, ...[one.cause, ...parts].flatMap((part) => chain(part, depth + 1))];
}
