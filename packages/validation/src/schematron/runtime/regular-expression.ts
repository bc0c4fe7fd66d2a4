import { LRUCache } from 'lru-cache';
import { raise } from './dynamic-error.ts';
import { linearMatcher } from './linear-matcher.ts';

const CLASSES: Record<string, string> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  s: '[ \\t\\n\\r]',
  S: '[^ \\t\\n\\r]',
  w: '[^\\p{P}\\p{Z}\\p{C}]',
  W: '[\\p{P}\\p{Z}\\p{C}]',
  i: '[\\p{L}_:]',
  I: '[^\\p{L}_:]',
  c: '[\\p{L}\\p{M}\\p{N}_:.\\-]',
  C: '[^\\p{L}\\p{M}\\p{N}_:.\\-]',
};

const BLOCKS: Record<string, string> = {
  BasicLatin: '\\u0000-\\u007F',
  'Latin-1Supplement': '\\u0080-\\u00FF',
  'LatinExtended-A': '\\u0100-\\u017F',
  'LatinExtended-B': '\\u0180-\\u024F',
  Greek: '\\u0370-\\u03FF',
  Cyrillic: '\\u0400-\\u04FF',
};

const bad = (pattern: string): never =>
  raise('FORX0002', `/${pattern}/ is not a regular expression of XPath`);

/** Translates a regular expression of XPath [F&O 7.6.1] to one of JavaScript with the flag `v`. */
class Translator {
  readonly #pattern: string;
  readonly #flags: string;
  #at = 0;
  #result = '';

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern;
    this.#flags = flags;
  }

  translate(): string {
    while (this.#at < this.#pattern.length) this.#result += this.#outside();
    return this.#result;
  }

  #outside(): string {
    const here = this.#next();
    switch (here) {
      case '\\':
        return this.#escape(false);
      case '[':
        return this.#class();
      case '.':
        return this.#flags.includes('s') ? '[\\s\\S]' : '[^\\n\\r]';
      case '^':
        return this.#flags.includes('m') ? '(?<![^\\n])' : '^';
      case '$':
        return this.#flags.includes('m') ? '(?![^\\n])' : '$';
      case '(':
        if (this.#pattern[this.#at] === '?' && !this.#pattern.startsWith('?:', this.#at)) bad(this.#pattern);
        return here;
      case ']':
      case '/':
        return here === '/' ? '\\/' : bad(this.#pattern);
      default:
        return this.#flags.includes('x') && /[ \t\r\n]/.test(here) ? '' : here;
    }
  }

  #next(): string {
    const point = this.#pattern.codePointAt(this.#at);
    if (point === undefined) return bad(this.#pattern);
    const character = String.fromCodePoint(point);
    this.#at += character.length;
    return character;
  }

  #escape(isInClass: boolean): string {
    const here = this.#next();
    if (CLASSES[here]) return CLASSES[here];
    if (here === 'p' || here === 'P') return this.#property(here);
    if ('nrt'.includes(here)) return `\\${here}`;
    if ('.\\?*+{}()[]|-^$'.includes(here)) return here === '-' && !isInClass ? '-' : `\\${here}`;
    return !isInClass && /[1-9]/.test(here) ? `(?:\\${here})` : bad(this.#pattern);
  }

  #property(letter: string): string {
    const name = /^\{([A-Za-z0-9-]+)\}/.exec(this.#pattern.slice(this.#at))?.[1];
    if (name === undefined) return bad(this.#pattern);
    this.#at += name.length + 2;
    if (!name.startsWith('Is')) return `\\${letter}{${name}}`;
    const range = BLOCKS[name.slice(2)];
    return range ? `[${letter === 'P' ? '^' : ''}${range}]` : bad(this.#pattern);
  }

  /** A class in brackets, behind the opening one. */
  #class(): string {
    let text = '[';
    if (this.#pattern[this.#at] === '^') {
      text += '^';
      this.#at++;
    }
    const first = this.#at;
    for (;;) {
      const start = this.#at;
      const here = this.#next();
      if (here === ']' && start > first) return `${text}]`;
      if (here === '-' && this.#pattern[this.#at] === '[') {
        this.#at++;
        return this.#subtraction(text);
      }
      text += this.#classCharacter(here, start === first);
    }
  }

  #classCharacter(here: string, isFirst: boolean): string {
    if (here === '\\') return this.#escape(true);
    if (here === '[') return bad(this.#pattern);
    if (here === '-') return isFirst || this.#pattern[this.#at] === ']' ? '\\-' : this.#hyphen();
    return /[()[\]{}/|&!#%,:;<=>@`~^$*+.?]/.test(here) ? `\\${here}` : here;
  }

  /** A hyphen behind a class such as `\d` is itself, elsewhere it makes a range. */
  #hyphen(): string {
    const before = this.#pattern.slice(Math.max(0, this.#at - 3), this.#at - 1);
    return /\\[dDsSwWiIcC]$/.test(before) ? '\\-' : '-';
  }

  #subtraction(text: string): string {
    const inner = this.#class();
    if (this.#next() !== ']') bad(this.#pattern);
    return text.startsWith('[^') ? `[${text}]--${inner}]` : `[[${text.slice(1)}]--${inner}]`;
  }
}

/** A compiled regular expression of XPath. */
export interface Regex {
  /** To ask whether there is a match. */
  test: RegExp;
  /** To find all of them. */
  all: RegExp;
  /** To ask the same of long texts, in time proportional to their length; if there is a way. */
  long: ((text: string) => boolean) | undefined;
  /** Whether the time that `test` and `all` take may grow faster than the text does. */
  isRisky: boolean;
}

/**
 * @param flags of `s`, `m`, `i`, `x` and `q`
 * @throws DynamicError FORX0001 for other flags, FORX0002 for a pattern that is not one
 */
export function compileRegex(pattern: string, flags = ''): Regex {
  if (/[^smixq]/.test(flags)) raise('FORX0001', `"${flags}" are not flags of a regular expression`);
  const source = flags.includes('q')
    ? pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    : new Translator(pattern, flags).translate();
  const ignoreCase = flags.includes('i') ? 'i' : '';
  try {
    const test = new RegExp(source, `v${ignoreCase}`);
    const isRisky = (source.match(/[*+}]/g)?.length ?? 0) > 1;
    const long = isRisky ? linearMatcher(source, test.flags) : undefined;
    return { test, all: new RegExp(source, `vg${ignoreCase}`), long, isRisky };
  } catch {
    return bad(pattern);
  }
}

const MAX_CACHED = 500;
const cache = new LRUCache<string, Regex>({ max: MAX_CACHED });

/** {@link compileRegex} for a pattern that is only known when it is used. */
export function regexOf(pattern: string, flags = ''): Regex {
  const key = `${flags}/${pattern}`;
  let regex = cache.get(key);
  if (!regex) {
    regex = compileRegex(pattern, flags);
    cache.set(key, regex);
  }
  return regex;
}

/** Texts longer than this are matched in linear time where the expression may need more. */
const LONG = 30;
/** Longer texts are not matched by expressions that may need more than linear time. */
const MAX_RISKY = 2_000;

export function matches(text: string, regex: Regex): boolean {
  if (!regex.isRisky || text.length <= LONG) return regex.test.test(text);
  return regex.long ? regex.long(text) : regex.test.test(bounded(text, regex));
}

function bounded(text: string, { isRisky }: Regex): string {
  if (isRisky && text.length > MAX_RISKY) raise('LIMIT', 'A text is too long for this regular expression');
  return text;
}

function refuseEmptyMatch(regex: Regex): void {
  if (regex.test.test('')) raise('FORX0003', 'The regular expression matches the empty string');
}

export function tokenize(text: string, regex: Regex): string[] {
  refuseEmptyMatch(regex);
  if (text === '') return [];
  const tokens: string[] = [];
  let from = 0;
  for (const match of bounded(text, regex).matchAll(regex.all)) {
    tokens.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  tokens.push(text.slice(from));
  return tokens;
}

/** `$1` in the replacement is a group, `\$` and `\\` are themselves [F&O 7.6.3]. */
export function replace(text: string, regex: Regex, replacement: string): string {
  refuseEmptyMatch(regex);
  if (!/^(?:[^\\$]|\\[\\$]|\$\d)*$/.test(replacement))
    raise('FORX0004', 'The replacement is not one of XPath');
  return bounded(text, regex).replace(regex.all, (...found: unknown[]) =>
    replacement.replace(/\\(.)|\$(\d)/g, (_, escaped?: string, group?: string) => {
      if (escaped !== undefined) return escaped;
      const text = found[Number(group)];
      return Number(group) <= groupsOf(found) && typeof text === 'string' ? text : '';
    }),
  );
}

/** Arguments of a replacer are the match, its groups, then the offset. */
const groupsOf = (found: unknown[]): number => found.findIndex((part) => typeof part === 'number') - 1;
