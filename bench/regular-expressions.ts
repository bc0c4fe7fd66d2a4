/**
 * `node bench/regular-expressions.ts`: expressions as official Schematron has them, matched by the engine of JavaScript
 * (short texts), by our matcher in linear time (long ones) and by re2js. See docs/adr/0005.
 */
import { performance } from 'node:perf_hooks';
import { RE2JS } from 're2js';
import { linearMatcher } from '../packages/validation/src/schematron/runtime/linear-matcher.ts';
import { compileRegex, matches } from '../packages/validation/src/schematron/runtime/regular-expression.ts';

const CASES: [name: string, pattern: string, text: string][] = [
  ['a currency', '^[A-Z]{3}$', 'EUR'],
  ['an amount', '^[-+]?[0-9]+(\\.[0-9]{1,2})?$', '1234.56'],
  ['a date', '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', '2026-11-22'],
  ['an identifier', '^[0-9]{4}:[A-Za-z0-9\\-]+$', '0192:991825827'],
  ['an e-mail address', '^[^@\\s]+@([^@.\\s]+\\.)+[^@.\\s]+$', 'invoices@erp.example.org'],
  ['200 characters', '^([A-Za-z0-9 ]+,?)+$', 'word and word, '.repeat(13)],
  ['2,000 characters', '^([A-Za-z0-9 ]+,?)+$', 'word and word, '.repeat(133)],
];

/** Microseconds of the quickest of some rounds. */
function cost(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 30; round++) {
    const started = performance.now();
    for (let i = 0; i < 1_000; i++) work();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

console.log('| expression | ours, µs | by the linear matcher, µs | re2js, µs |\n| --- | --: | --: | --: |');
for (const [name, pattern, text] of CASES) {
  const ours = compileRegex(pattern);
  const linear = linearMatcher(ours.test.source, ours.test.flags);
  const other = RE2JS.compile(pattern);
  const found = [matches(text, ours), linear?.(text), other.matcher(text).find()];
  if (new Set(found).size > 1) throw new Error(`${name}: ${found.join(', ')}`);
  const costs = [() => matches(text, ours), () => linear?.(text), () => other.matcher(text).find()].map(cost);
  console.log(`| ${name} | ${costs.map((one) => one.toFixed(3)).join(' | ')} |`);
}
