import { LRUCache } from 'lru-cache';
import { Client } from 'pg';

/** More than the statements of the main job; each costs some memory in every connection. */
const NAMES = 200;
/** Statements that are made up as filters ask for are many, and come seldom: only what comes again gets a name. */
const SEEN_BEFORE_NAMED = 5;
const WATCHED = 2_000;

/** In a statement of which the right plan depends on the values: it is planned for them each time. */
export const PLANNED_ANEW = '/* planned anew */';

const names = new Map<string, string>();
const seen = new LRUCache<string, number>({ max: WATCHED });

/**
 * A connection that names the statements which come often, so that the server parses and plans them once. Only for a
 * server that nobody else migrates meanwhile and with nothing in between: a named statement breaks when its tables change.
 */
export class NamingClient extends Client {
  // pg declares this method eight times over; all but a text with values is handed on as it is.
  override query(...given: unknown[]): never;
  override query(...given: unknown[]): unknown {
    const [text, values, ...rest] = given;
    const hand: (...args: never[]) => unknown = super.query;
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
    if (name === undefined) return Reflect.apply(hand, this, given);
    return Reflect.apply(hand, this, [{ name, text }, values, ...rest]);
  }
}

function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= NAMES || text.includes(PLANNED_ANEW)) return name;
  const times = (seen.get(text) ?? 0) + 1;
  if (times > SEEN_BEFORE_NAMED) {
    seen.delete(text);
    names.set(text, `pappel_${names.size}`);
    return names.get(text);
  }
  seen.set(text, times);
  return undefined;
}
