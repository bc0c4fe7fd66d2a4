import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hit } from '../src/hit.ts';
import { RuleEngine } from '../src/rules/engine.ts';
import type { Family } from '../src/rules/rule.ts';
import { readTape } from '../src/tape/tape.ts';
import { DocumentView } from '../src/view.ts';
import { everyHit } from './every-hit.ts';

/** A document of tests/fixtures. */
export const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

/** What families find in a document. */
export function hitsOf(families: readonly Family[], xml: string): Hit[] {
  const result = readTape(Buffer.from(xml));
  if (!result.ok) throw new Error(result.problem.message);
  const doc = new DocumentView(result.tape);
  return everyHit((hits) => new RuleEngine(families).run(doc, hits));
}

/** Ids of the rules that a document breaks, each as often as it is broken, in order of the alphabet. */
export const codesOf = (families: readonly Family[], xml: string): string[] =>
  hitsOf(families, xml)
    .map((hit) => hit.code)
    .sort();

/** A text with one part replaced. @throws Error when that part is not in it */
export function changed(xml: string, from: string | RegExp, to: string): string {
  const isThere = typeof from === 'string' ? xml.includes(from) : from.test(xml);
  if (!isThere) throw new Error(`${from} is not in it`);
  return xml.replace(from, () => to);
}
