/**
 * Tells whether a text matches a regular expression in time proportional to both, where the engine of JavaScript may
 * need a power of the length of the text. It follows all ways through the expression at once [Thompson 1968].
 */

/** One place in the expression: takes a character, forks, asks where it stands, or is the end. */
type State =
  | { kind: 'take'; accepts: (character: string) => boolean; next: number }
  | { kind: 'fork'; next: number; other: number }
  | { kind: 'begin' | 'end'; next: number }
  | { kind: 'match' };

const MAX_STATES = 3_000;

/** The expression uses what cannot be followed this way, or is too large for it. */
class NotLinear extends Error {}

/** Answers the matcher, or undefined for expressions with back-references and the like. */
export function linearMatcher(source: string, flags: string): ((text: string) => boolean) | undefined {
  try {
    const { states, start } = new Builder(source, flags).build();
    return (text) => run(states, start, text);
  } catch (error) {
    if (error instanceof NotLinear) return undefined;
    throw error;
  }
}

/** A piece of the expression: given the state that follows it, answers the state it begins with. */
type Piece = (next: number) => number;

/** Reads an expression as the translator writes it. */
class Builder {
  readonly #source: string;
  readonly #flags: string;
  readonly #states: State[] = [];
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags.replace('g', '');
  }

  build(): { states: readonly State[]; start: number } {
    const piece = this.#alternatives();
    if (this.#at < this.#source.length) throw new NotLinear();
    const start = piece(this.#add({ kind: 'match' }));
    return { states: this.#states, start };
  }

  #add(state: State): number {
    if (this.#states.length >= MAX_STATES) throw new NotLinear();
    return this.#states.push(state) - 1;
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #alternatives(): Piece {
    const first = this.#sequence();
    if (!this.#take('|')) return first;
    const others = this.#alternatives();
    return (next) => this.#add({ kind: 'fork', next: first(next), other: others(next) });
  }

  #sequence(): Piece {
    const pieces: Piece[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? ''))
      pieces.push(this.#repeated(this.#atom()));
    return (next) => pieces.reduceRight((following, piece) => piece(following), next);
  }

  #atom(): Piece {
    if (this.#take('^')) return (next) => this.#add({ kind: 'begin', next });
    if (this.#take('$')) return (next) => this.#add({ kind: 'end', next });
    if (this.#take('(?:') || (!this.#source.startsWith('(?', this.#at) && this.#take('('))) {
      const inner = this.#alternatives();
      if (!this.#take(')')) throw new NotLinear();
      return inner;
    }
    const accepts = this.#character();
    return (next) => this.#add({ kind: 'take', accepts, next });
  }

  /** What takes one character: itself, an escape or a class. */
  #character(): (character: string) => boolean {
    const rest = this.#source.slice(this.#at);
    const escaped = /^\\(?:[pP]\{[^}]*\}|u[0-9A-F]{4}|[^0-9])/u.exec(rest)?.[0];
    const source =
      escaped ?? (rest.startsWith('[') ? classAt(rest) : String.fromCodePoint(rest.codePointAt(0) ?? 0));
    if (source === undefined || source === '(' || (source.startsWith('\\') && escaped === undefined))
      throw new NotLinear();
    this.#at += source.length;
    return remembering(new RegExp(`^${source}$`, this.#flags));
  }

  #repeated(piece: Piece): Piece {
    const quantifier = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at));
    if (!quantifier) return piece;
    this.#at += quantifier[0].length;
    const [text, least, comma, most] = quantifier;
    if (least === undefined)
      return this.#times(piece, text[0] === '+' ? 1 : 0, text[0] === '?' ? 1 : undefined);
    return this.#times(piece, Number(least), comma ? (most ? Number(most) : undefined) : Number(least));
  }

  #times(piece: Piece, least: number, most: number | undefined): Piece {
    if (least > MAX_STATES || (most ?? 0) > MAX_STATES) throw new NotLinear();
    return (next) => {
      let start = next;
      if (most === undefined) start = this.#anyNumber(piece, next);
      else
        for (let count = least; count < most; count++)
          start = this.#add({ kind: 'fork', next: piece(start), other: next });
      for (let count = 0; count < least; count++) start = piece(start);
      return start;
    };
  }

  #anyNumber(piece: Piece, next: number): number {
    const fork: State = { kind: 'fork', next, other: next };
    const start = this.#add(fork);
    fork.next = piece(start);
    return start;
  }
}

/** A class in brackets, which may have others inside. */
function classAt(text: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') depth++;
    else if (text[at] === ']' && --depth === 0) return text.slice(0, at + 1);
  }
  return undefined;
}

/** Asks the expression once for each ASCII character. */
function remembering(expression: RegExp): (character: string) => boolean {
  const known: (boolean | undefined)[] = [];
  return (character) => {
    const code = character.charCodeAt(0);
    if (code > 127) return expression.test(character);
    known[code] ??= expression.test(character);
    return known[code];
  };
}

function run(states: readonly State[], start: number, text: string): boolean {
  let places = new Set<number>();
  const isMatch = (place: number, into: Set<number>, at: number): boolean =>
    enter(states, place, into, { at, text });
  let at = 0;
  for (const character of text) {
    if (isMatch(start, places, at)) return true;
    at += character.length;
    const following = new Set<number>();
    for (const place of places) {
      const state = states[place];
      if (state?.kind === 'take' && state.accepts(character) && isMatch(state.next, following, at))
        return true;
    }
    places = following;
  }
  return isMatch(start, places, at);
}

/** Adds a place and all that it forks to; answers whether the end of the expression is among them. */
function enter(
  states: readonly State[],
  first: number,
  places: Set<number>,
  { at, text }: { at: number; text: string },
): boolean {
  const open = [first];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (places.has(place)) continue;
    places.add(place);
    const state = states[place];
    if (state?.kind === 'match') return true;
    if (state?.kind === 'fork') open.push(state.other, state.next);
    else if ((state?.kind === 'begin' && at === 0) || (state?.kind === 'end' && at === text.length))
      open.push(state.next);
  }
  return false;
}
