import { DynamicError } from '../runtime/dynamic-error.ts';
import { compileRegex, tokenize } from '../runtime/regular-expression.ts';
import { XPathError } from '../xpath/ast.ts';
import { Arguments, type Library, taking } from './arguments.ts';
import { always, type Code, isText, plainNumber, type Value } from './code.ts';
import { constantLoop } from './flow.ts';
import { literal } from './js-module.ts';
import { arrayOf, atomised, lift, loopOver, mapped, textOf } from './operand.ts';

const string = (js: string): Value => always('string', js);
const boolean = (js: string): Value => always('boolean', js);

/** Functions on strings [F&O 7]. */
export const STRING_FUNCTIONS: Library = {
  string: taking(0, 1, (given) => given.asString(0)),
  concat: taking(2, 100, concat),
  'string-join': taking(1, 2, stringJoin),
  substring: taking(2, 3, (given) => {
    const length = given.count === 3 ? `,${given.double(2)}` : '';
    return string(`substring(${given.text(0).js},${given.double(1)}${length})`);
  }),
  'string-length': taking(0, 1, (given) => plainNumber(`stringLength(${given.text(0).js})`)),
  'normalize-space': taking(0, 1, (given) => string(`normalizeSpace(${given.text(0).js})`)),
  'upper-case': taking(1, 1, (given) => string(`${given.text(0).js}.toUpperCase()`)),
  'lower-case': taking(1, 1, (given) => string(`${given.text(0).js}.toLowerCase()`)),
  translate: taking(3, 3, (given) =>
    string(`translate(${given.text(0).js},${given.text(1).js},${given.text(2).js})`),
  ),
  contains: taking(2, 2, (given) => boolean(listed(given) ?? method(given, 'includes'))),
  'starts-with': taking(2, 2, (given) => boolean(method(given, 'startsWith'))),
  'ends-with': taking(2, 2, (given) => boolean(method(given, 'endsWith'))),
  'substring-before': taking(2, 2, (given) => string(call(given, 'substringBefore'))),
  'substring-after': taking(2, 2, (given) => string(call(given, 'substringAfter'))),
  compare: taking(2, 2, compare),
  matches: taking(2, 3, (given) => boolean(`matches(${given.text(0).js},${regex(given, 2)})`)),
  replace: taking(3, 4, (given) =>
    string(`replace(${given.text(0).js},${regex(given, 3)},${given.text(2).js})`),
  ),
  tokenize: taking(2, 3, tokens),
  'codepoints-to-string': taking(1, 1, (given) =>
    string(`fromCodepoints(${arrayOf(given.module, atomised(given.module, given.code(0)))})`),
  ),
  'string-to-codepoints': taking(1, 1, (given) =>
    loopOver(given.module, `codepoints(${given.text(0).js})`, 'integer'),
  ),
};

const call = (given: Arguments, name: string): string => `${name}(${given.text(0).js},${given.text(1).js})`;
const method = (given: Arguments, name: string): string => `${given.text(0).js}.${name}(${given.text(1).js})`;

function concat(given: Arguments): Code {
  const parts = given.operands.map((_, index) => given.asString(index).js);
  return string(`(${parts.join('+')})`);
}

function stringJoin(given: Arguments): Code {
  const { module } = given;
  const values = atomised(module, given.code(0));
  const texts = isText(values.type)
    ? values
    : values.form === 'value'
      ? lift(module, [values], 'string', (item) => textOf(item, values.type))
      : mapped(module, values, 'string', (item) => textOf(item, values.type));
  return string(`${arrayOf(module, texts)}.join(${given.count > 1 ? given.text(1).js : '""'})`);
}

function compare(given: Arguments): Code {
  const pair = [given.atomic(0), given.atomic(1)];
  return lift(given.module, pair, 'integer', (a, b) => {
    const [x, y] = [textOf(a, pair[0]?.type ?? 'string'), textOf(b, pair[1]?.type ?? 'string')];
    return `Math.sign(compareStrings(${x},${y}))`;
  });
}

/** `contains(' A B C ', concat(' ', x, ' '))`, the usual test against a code list, asks a set. */
function listed(given: Arguments): string | undefined {
  const [list, part] = given.operands;
  if (list?.kind !== 'string' || !/^ .* $/s.test(list.value)) return undefined;
  if (part?.kind !== 'call' || part.name !== 'concat' || part.operands.length !== 3) return undefined;
  const [before, word, after] = part.operands;
  const isSpace = (expression: typeof before): boolean =>
    expression?.kind === 'string' && expression.value === ' ';
  if (!word || !isSpace(before) || !isSpace(after)) return undefined;
  const { module, env } = given;
  const words = list.value.split(' ').slice(1, -1).map(literal).join(',');
  const text = new Arguments([word], env);
  return `isListed(${text.asString(0).js},${module.constant(`new Set([${words}])`)},${module.constant(literal(list.value))})`;
}

/** A regular expression: made once when pattern and flags are known, and refused then if it is none. */
function regex(given: Arguments, flagsIndex: number): string {
  const pattern = given.constant(1);
  const flags = given.count > flagsIndex ? given.constant(flagsIndex) : '';
  if (pattern === undefined || flags === undefined) {
    const all = given.count > flagsIndex ? `,${given.text(flagsIndex).js}` : '';
    return `regexOf(${given.text(1).js}${all})`;
  }
  checked(() => compileRegex(pattern, flags));
  return given.module.constant(`compileRegex(${literal(pattern)},${literal(flags)})`);
}

function checked<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof DynamicError) throw new XPathError(error.message);
    throw error;
  }
}

function tokens(given: Arguments): Code {
  const [text, pattern] = [given.constant(0), given.constant(1)];
  if (text !== undefined && pattern !== undefined && given.count === 2)
    return constantLoop(
      checked(() => tokenize(text, compileRegex(pattern))),
      given.env,
    );
  return loopOver(given.module, `tokenize(${given.text(0).js},${regex(given, 2)})`, 'string');
}
