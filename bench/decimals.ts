/**
 * `node bench/decimals.ts`: the decimals of rules written by hand beside those of compiled ones, nanoseconds to read an
 * amount, to add one and to compare one. See docs/adr/0005.
 */

import * as compiled from '../packages/validation/src/schematron/runtime/decimal.ts';
import * as rules from '../packages/validation/src/values/decimal.ts';

const ROUNDS = 400;
const amounts = Array.from({ length: 2_000 }, (_, i) => `${(i * 7919) % 10_000}.${10 + (i % 90)}`);
const counts = amounts.map((_, i) => String((i * 7919) % 10_000));

const known = (text: string): rules.Decimal => rules.decimal(text) ?? rules.ZERO;

const WAYS = {
  'rules written by hand': { read: known, add: rules.add, compare: rules.compare, zero: rules.ZERO },
  'compiled rules': {
    read: compiled.parseDecimal,
    add: compiled.add,
    compare: compiled.compare,
    zero: 0 as compiled.Exact,
  },
};

interface Way<Value> {
  read(text: string): Value;
  add(a: Value, b: Value): Value;
  compare(a: Value, b: Value): number;
  zero: Value;
}

function nanoseconds(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.hrtime.bigint();
    work();
    best = Math.min(best, Number(process.hrtime.bigint() - start));
  }
  return Math.round(best / amounts.length);
}

function row<Value>(name: string, way: Way<Value>, texts: readonly string[]): Record<string, unknown> {
  const values = texts.map(way.read);
  return {
    way: name,
    read: nanoseconds(() => texts.map(way.read)),
    add: nanoseconds(() => values.reduce(way.add, way.zero)),
    compare: nanoseconds(() => values.filter((value) => way.compare(value, way.zero) > 0)),
  };
}

for (const [what, texts] of Object.entries({ amounts, counts })) {
  console.log(what);
  console.table([
    row('rules written by hand', WAYS['rules written by hand'], texts),
    row('compiled rules', WAYS['compiled rules'], texts),
  ]);
}
