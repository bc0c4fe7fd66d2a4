import { CompiledRules } from './compiled-rules.ts';
import { LIBRARY } from './library.ts';
import { type RuleModule, SOURCE_VERSION } from './rule-module.ts';

/** What the language itself has and compiled rules use. */
const LANGUAGE = new Set([
  'Array',
  'Int32Array',
  'Map',
  'Math',
  'NaN',
  'Set',
  'String',
  'undefined',
  'Infinity',
]);

/** Names that no function may give to a parameter. */
const RESERVED = new Set(['eval', 'arguments']);

/**
 * Makes rules of the source that `compileSchema` answered. The source must come from there: it is run. What it sees is
 * the functions of the run time; the names of everything else in the process are hidden from it. Throws for source of
 * another version.
 */
export function instantiate(source: string): CompiledRules {
  const hidden = Object.getOwnPropertyNames(globalThis).filter(
    (name) => /^[A-Za-z_$][\w$]*$/.test(name) && !LANGUAGE.has(name) && !RESERVED.has(name),
  );
  const make = new Function('rt', ...hidden, source) as (library: object) => RuleModule;
  const module = make(LIBRARY);
  if (module.version !== SOURCE_VERSION)
    throw new Error('These rules were compiled by another version; compile them again');
  return new CompiledRules(module);
}
