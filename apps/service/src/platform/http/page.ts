import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { invalidField } from '../errors.ts';
import { type Id, parseId } from '../ids.ts';

/** The query parameters of every list. */
export const pageQuery = {
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the page before.' })),
  before: Type.Optional(
    Type.String({ description: 'A cursor: the page that precedes it. Not with cursor.' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Rows a page; 50 when omitted.' }),
  ),
};
/** What every list answers beside its rows. */
export const pageFields = {
  nextCursor: Type.Optional(Type.String()),
  prevCursor: Type.Optional(Type.String()),
};
export const periodQuery = {
  from: Type.Optional(Type.String({ description: 'RFC 3339 time or YYYY-MM-DD; included.' })),
  to: Type.Optional(Type.String({ description: 'RFC 3339 time or YYYY-MM-DD; not included.' })),
};

export const DEFAULT_PAGE = 50;

/** A row among rows sorted by time and id. */
export interface Position {
  at: Date;
  id: string;
}

/** A place between two rows, newest first: just after this row, or just before it. */
export interface Gap extends Position {
  side: 'after' | 'before';
}

/** What a caller asks of a list. */
export interface PageInput {
  cursor?: string;
  before?: string;
  limit?: number;
}

export interface PageRequest {
  limit: number;
  /** What follows this gap: older rows. */
  after?: Gap;
  /** What precedes it: newer rows, nearest first. */
  before?: Gap;
}

export interface Page<Row> {
  rows: Row[];
  nextCursor?: string;
  prevCursor?: string;
}

/**
 * Makes and reads cursors that are bound to one query and cannot be made by a caller. Each is the gap between two pages, so
 * that `before` with a nextCursor gives exactly the page that it came with. [GEN-21, GEN-22]
 */
export class Cursors {
  readonly #key: Buffer;

  constructor(secretKey: Buffer) {
    this.#key = createHmac('sha256', secretKey).update('pappel cursors').digest();
  }

  make({ at, id, side }: Gap, query: unknown): string {
    const body = Buffer.from(JSON.stringify([at.getTime(), id, fingerprint(query), side]));
    return Buffer.concat([this.#seal(body), body]).toString('base64url');
  }

  read(cursor: string, query: unknown): Gap {
    const bytes = Buffer.from(cursor, 'base64url');
    const seal = bytes.subarray(0, 16);
    const body = bytes.subarray(16);
    if (seal.length < 16 || !timingSafeEqual(seal, this.#seal(body))) {
      throw invalidField('cursor', 'is not a cursor of this service; start again without it');
    }
    const [at, id, madeFor, side] = JSON.parse(body.toString()) as [number, string, string, Gap['side']];
    if (madeFor !== fingerprint(query)) {
      throw invalidField('cursor', 'cursor belongs to another query; start again without it');
    }
    return { at: new Date(at), id, side };
  }

  #seal(body: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(body).digest().subarray(0, 16);
  }
}

function fingerprint(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 16);
}

/** Checks limit, cursor and before. `query` is everything else that the rows depend on, reach included. */
export function readPage(cursors: Cursors, asked: PageInput, query: unknown): PageRequest {
  if (asked.cursor !== undefined && asked.before !== undefined) {
    throw invalidField('before', 'cannot be combined with cursor; send one of them');
  }
  return {
    limit: asked.limit ?? DEFAULT_PAGE,
    after: asked.cursor === undefined ? undefined : cursors.read(asked.cursor, query),
    before: asked.before === undefined ? undefined : cursors.read(asked.before, query),
  };
}

/**
 * Makes the page from up to `limit + 1` rows. Rows asked for with `before` come nearest first and are turned round.
 */
export function toPage<Row>(
  cursors: Cursors,
  request: PageRequest,
  found: Row[],
  query: unknown,
  positionOf: (row: Row) => Position,
): Page<Row> {
  const more = found.length > request.limit;
  const rows = found.slice(0, request.limit);
  if (request.before) rows.reverse();
  const first = rows[0];
  const last = rows.at(-1);
  const hasNext = request.before ? true : more;
  const hasPrevious = request.before ? more : request.after !== undefined;
  const cursor = (row: Row, side: Gap['side']) => cursors.make({ ...positionOf(row), side }, query);
  return {
    rows,
    nextCursor: hasNext && last ? cursor(last, 'after') : undefined,
    prevCursor: hasPrevious && first ? cursor(first, 'before') : undefined,
  };
}

/** Rows that a download asks the database for at a time. */
const DOWNLOAD_PAGE = 500;

/** Every row of a list, newest first, a page at a time. `fetch` answers up to `limit` rows after a position. */
export async function* everyPage<Row>(
  fetch: (page: PageRequest) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
): AsyncGenerator<Row[]> {
  let after: Gap | undefined;
  for (;;) {
    const rows = await fetch({ limit: DOWNLOAD_PAGE, after });
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < DOWNLOAD_PAGE) return;
    after = { ...positionOf(last), side: 'after' };
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

export interface Period {
  from?: Date;
  to?: Date;
}

/** from and to of a list: RFC 3339 times or dates, which mean midnight UTC. [GEN-24] */
export function readPeriod(asked: { from?: string; to?: string }): Period {
  const [from, to] = [readTime('from', asked.from), readTime('to', asked.to)];
  if (from && to && from > to) throw invalidField('from', 'must not be after to; exchange them');
  return { from, to };
}

function readTime(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = (DATE.test(text) || TIME.test(text)) && isDay(text) ? new Date(text) : undefined;
  if (!time || Number.isNaN(time.getTime())) {
    throw invalidField(
      field,
      'must be an RFC 3339 time such as 2026-11-21T10:00:00Z or a date such as 2026-11-21',
    );
  }
  return time;
}

/** Whether there is such a day: Date takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** An id that narrows a list; what cannot be one is refused, as it would find nothing without saying why. */
export function readId<Name extends string>(field: string, text: string): Id<Name> {
  const id = parseId<Name>(text);
  if (!id) throw invalidField(field, 'must be an id; take it from the list');
  return id;
}

/** q may have up to 64 characters [GEN-25]. */
export const searchQuery = { q: Type.Optional(Type.String({ maxLength: 64, description: 'Search text.' })) };
