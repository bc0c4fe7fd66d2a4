import assert from 'node:assert/strict';
import type { Hit } from '../src/hit.ts';
import { type Compilation, compileSchema } from '../src/schematron/compile/compile.ts';
import { instantiate } from '../src/schematron/runtime/instantiate.ts';
import { loadSchematron } from '../src/schematron/schema/load.ts';
import type { SchemaProblem } from '../src/schematron/schema/schema.ts';
import { readTape } from '../src/tape/tape.ts';
import { everyHit } from './every-hit.ts';

/** Small Schematron schemas for tests. */

const NOW = new Date('2026-03-04T05:06:07Z');

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

/** A schema of these elements. */
export const schema = (content: string, attributes = ''): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" queryBinding="xslt2" ${attributes}>
<ns prefix="n" uri="urn:n"/><ns prefix="f" uri="urn:f"/>${content}</schema>`;

export const files = (of: Record<string, string>): Map<string, Uint8Array> =>
  new Map(Object.entries(of).map(([path, text]) => [path, Buffer.from(text)]));

/** Compiles a schema, of one file or of several of which `main.sch` is the first. */
export function compiled(source: string | Record<string, string>, phase?: string): Compilation {
  const all = typeof source === 'string' ? { 'main.sch': source } : source;
  const loaded = loadSchematron(files(all), 'main.sch', phase === undefined ? {} : { phase });
  return loaded.ok ? compileSchema(loaded.schema) : loaded;
}

export function problemOf(source: string | Record<string, string>, phase?: string): SchemaProblem {
  const result = compiled(source, phase);
  assert.ok(!result.ok, 'The schema should be refused');
  return result.problem;
}

/** Runs a schema over a document. */
export function hits(source: string | Record<string, string>, xml: string, phase?: string): Hit[] {
  const result = compiled(source, phase);
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.problem));
  const read = readTape(Buffer.from(xml));
  assert.ok(read.ok);
  const rules = instantiate(result.source);
  return everyHit((hits) => rules.run(read.tape, { now: NOW }, hits));
}

/** The ids that fire, in document order. */
export const fired = (source: string | Record<string, string>, xml: string, phase?: string): string[] =>
  hits(source, xml, phase).map(({ code }) => code);

/** One rule at one context. */
export const rule = (context: string, content: string): string =>
  `<pattern><rule context="${escaped(context)}">${content}</rule></pattern>`;

export const assertion = (id: string, test: string, text = ''): string =>
  `<assert id="${id}" test="${escaped(test)}">${text}</assert>`;

/** The items of an expression at the root element, joined by `|`; an error by its code in brackets. */
export function evaluated(expression: string, xml = '<a/>', more = ''): string {
  const joined = `string-join(for $item in (${expression}) return string($item), '|')`;
  const test = `<report id="R" test="${escaped(`${joined} != '#'`)}"><value-of select="${escaped(joined)}"/></report>`;
  const [hit] = hits(schema(`${more}${rule('/*', test)}`), xml);
  assert.ok(hit);
  return /could not be evaluated.*(\([A-Z0-9]+\))$/.exec(hit.message)?.[1] ?? hit.message;
}
