import { CODE_LIST_FILES, KEPT, type List } from './code-list-sources.ts';
import { type Generated, generated, NEWEST, OLDER, wrapped } from './generated.ts';
import { assertionsIn, listIn, schemaIn, tokensIn } from './read-official.ts';

const LITERAL = /'([^']*)'/g;
/** In the test of a rule, what stands between two literals may look like one. */
const isList = (literal: string): boolean => /\S\s+\S/.test(literal) && !/[=@|]/.test(literal);

/** Codes in their official order, each once. */
function codesOf({ schema, place, which }: List, release: string): string[] {
  const read = schemaIn(release, schema);
  if (place.startsWith('$')) return listIn(read, place);
  const test = assertionsIn(read).find(({ assertion }) => assertion.id === place)?.assertion.test ?? '';
  const tokens = tokensIn(test);
  if (tokens) return tokens;
  const literals = [...test.matchAll(LITERAL)].map(([, literal = '']) => literal);
  const list = which === 'each' ? literals.join(' ') : literals.filter(isList)[which];
  if (!list) throw new Error(`${schema}, ${place} has no list ${which}`);
  return [...new Set(list.trim().split(/\s+/))];
}

const without = (codes: readonly string[], others: readonly string[]): string[] =>
  codes.filter((code) => code !== '' && !others.includes(code));
const withOrWithoutNothing = (written: string, codes: readonly string[]): string =>
  codes.includes('') ? `withNothing(${written})` : written;

/** A list of the newest release, and beside it those of older ones that are not the same. */
function constantsOf(list: List): string[] {
  const { constant, about } = list;
  const now = codesOf(list, NEWEST);
  const written = `codeList(\`\n${wrapped(without(now, []))}\n\`)`;
  const parts = [`/** ${about} */\nexport const ${constant} = ${withOrWithoutNothing(written, now)};`];
  for (const release of KEPT.includes(list.schema) ? OLDER : []) {
    const then = codesOf(list, release);
    const [added, gone] = [without(then, now), without(now, then)];
    if (added.length + gone.length === 0) continue;
    const change = `{ without: '${gone.join(' ')}', and: '${added.join(' ')}' }`;
    const changed = withOrWithoutNothing(`changedList(${constant}, ${change})`, then);
    const name = `${constant}_${release.replace('.', '_')}`;
    parts.push(`/** The same in release ${release}. */\nexport const ${name} = ${changed};`);
  }
  return parts;
}

function fileOf(name: string, lists: readonly List[]): Generated {
  const body = lists.flatMap(constantsOf).join('\n\n');
  const names = ['changedList', 'codeList', 'withNothing'].filter((one) => body.includes(`${one}(`));
  const releases = lists.some(({ schema }) => KEPT.includes(schema)) ? [NEWEST, ...OLDER] : [NEWEST];
  const head = `import { ${names.join(', ')} } from './code-list.ts';`;
  return generated(`codes/${name}.gen.ts`, `rule files of ${releases.join(' and ')}`, `${head}\n\n${body}`);
}

/** The code lists of the rules, `codes/*.gen.ts`. */
export const codeListFiles = (): Generated[] =>
  Object.entries(CODE_LIST_FILES).map(([name, lists]) => fileOf(name, lists));
