import type { Assertion, Schema } from '../src/schematron/schema/schema.ts';

/** What one rule demands; several when its id stands at several contexts. */
interface Demand {
  context: string;
  test: string;
  severity: string;
  message: string;
}

export interface Change {
  id: string;
  kind: 'added' | 'removed' | 'changed';
  /** What changed, one line each. */
  details: string[];
}

/** How the rules of one schema differ from those of an older one: by id, variables of the schema as `$name`. */
export function differences(older: Schema, newer: Schema): Change[] {
  const [before, after] = [demandsOf(older), demandsOf(newer)];
  return [...new Set([...before.keys(), ...after.keys()])].sort(byNumber).flatMap((id): Change[] => {
    const [was, is] = [before.get(id), after.get(id)];
    if (!was) return [{ id, kind: 'added', details: (is ?? []).map(summary) }];
    if (!is) return [{ id, kind: 'removed', details: was.map(summary) }];
    const details = changesOf(was, is);
    return details.length > 0 ? [{ id, kind: 'changed', details }] : [];
  });
}

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
const summary = ({ severity, context, test }: Demand): string => `${severity} at ${context}: ${test}`;

function demandsOf(schema: Schema): Map<string, Demand[]> {
  const demands = new Map<string, Demand[]>();
  const note = (id: string, demand: Demand): void =>
    void demands.set(id, [...(demands.get(id) ?? []), demand]);
  const lets = [...schema.lets, ...schema.patterns.flatMap((pattern) => pattern.lets)];
  for (const { name, value } of lets)
    note(`$${name}`, { context: '', test: plain(value), severity: '', message: '' });
  for (const { name, body } of schema.functions)
    note(`${name}()`, {
      context: '',
      test: JSON.stringify(body, (_, part) => (typeof part === 'string' ? plain(part) : part)),
      severity: '',
      message: '',
    });
  for (const { context, assertions } of schema.patterns.flatMap(({ rules }) => rules))
    for (const one of assertions) note(one.id, demandOf(plain(context), one));
  return demands;
}

function demandOf(context: string, { id, test, isReport, severity, message }: Assertion): Demand {
  const text = message.map((part) => (part.kind === 'text' ? part.text : `{${part.select}}`)).join('');
  const words = plain(text)
    .replace(`[${id}]`, '')
    .replace(/^[- ]+/, '');
  return { context, test: `${isReport ? 'report ' : ''}${plain(test)}`, severity, message: words };
}

/** By place among those of the same id: official files keep their order. */
function changesOf(was: readonly Demand[], is: readonly Demand[]): string[] {
  const details = is.slice(was.length).map((demand) => `now also ${summary(demand)}`);
  details.push(...was.slice(is.length).map((demand) => `no longer ${summary(demand)}`));
  for (const [index, before] of was.entries()) {
    const after = is[index];
    if (!after) continue;
    if (before.severity !== after.severity)
      details.push(`severity: ${before.severity}, now ${after.severity}`);
    if (before.context !== after.context)
      details.push(`context: ${before.context}`, `     now: ${after.context}`);
    if (before.test !== after.test) details.push(...testChange(before.test, after.test));
    else if (before.message !== after.message) details.push(`words: ${after.message}`);
  }
  return [...new Set(details)];
}

/** Of code lists only the codes that came or went; lists stand in literals, which keep their order. */
function testChange(before: string, after: string): string[] {
  const [was, is] = [before, after].map((test) => test.match(LITERAL) ?? []);
  const isElsewhere =
    before.replace(LITERAL, '') !== after.replace(LITERAL, '') || was?.length !== is?.length;
  const changed = (was ?? []).flatMap((old, index) =>
    old === is?.[index] ? [] : [[old, is?.[index] ?? '']],
  );
  if (isElsewhere || !changed.flat().every((literal) => CODES.test(literal)))
    return [`test: ${before}`, ` now: ${after}`];
  return changed.flatMap(([old = '', now = '']) => {
    const [gone, come] = [without(old, now), without(now, old)];
    return [come && `codes added: ${come}`, gone && `codes removed: ${gone}`].filter((line) => line !== '');
  });
}

const LITERAL = /'[^']*'/g;
const CODES = /^'[\w./+-]*(\s+[\w./+-]+)+\s*'$/;
const codesIn = (literal: string): string[] => literal.slice(1, -1).trim().split(/\s+/);

function without(list: string, other: string): string {
  const others = new Set(codesIn(other));
  return codesIn(list)
    .filter((code) => !others.has(code))
    .join(' ');
}
