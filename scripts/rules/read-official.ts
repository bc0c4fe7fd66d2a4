/** What official Schematron files demand, for the commands that compare releases and write tables. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadSchematron } from '../../packages/validation/src/schematron/schema/load.ts';
import type { Assertion, Rule, Schema } from '../../packages/validation/src/schematron/schema/schema.ts';

/** Official files lie here, by release; none of them is committed. */
export const OFFICIAL = resolve(import.meta.dirname, '../../.scratch/rules');

/** And whole documents, by release. */
export const EXAMPLES = resolve(OFFICIAL, '../examples');

/** And the XML schemas of UBL, by version. */
export const SCHEMAS = resolve(OFFICIAL, '../schemas');

/** A folder of official files: a path, or the name of a release that was fetched. */
export const folderOf = (release: string): string =>
  release.includes('/') ? resolve(release) : join(OFFICIAL, release);

const read = new Map<string, ReadonlyMap<string, Schema>>();

/** The schemas of a folder by file name; they are read once. @throws Error for one that cannot be read */
export function schemasIn(release: string): ReadonlyMap<string, Schema> {
  const folder = folderOf(release);
  const schemas = read.get(folder) ?? schemasOf(folder);
  read.set(folder, schemas);
  return schemas;
}

function schemasOf(folder: string): ReadonlyMap<string, Schema> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sch'));
  if (names.length === 0) throw new Error(`There are no .sch files in ${folder}`);
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  return new Map(
    names.sort().map((name) => {
      const loaded = loadSchematron(files, name);
      if (!loaded.ok) throw new Error(`${name}: ${loaded.problem.message}`);
      return [name, loaded.schema];
    }),
  );
}

/** One of them, by its name without `.sch`. @throws Error when there is none */
export function schemaIn(release: string, name: string): Schema {
  const schema = schemasIn(release).get(`${name}.sch`);
  if (!schema) throw new Error(`Release ${release} has no ${name}.sch`);
  return schema;
}

export const assertionsIn = (schema: Schema): { rule: Rule; assertion: Assertion }[] =>
  schema.patterns
    .flatMap(({ rules }) => rules)
    .flatMap((rule) => rule.assertions.map((assertion) => ({ rule, assertion })));

const TOKENS = /tokenize\(\s*'([^']*)'/;

/** The codes that an expression cuts a text into, each once; one is empty where there is a blank too many. */
export function tokensIn(expression: string): string[] | undefined {
  const [, tokens] = TOKENS.exec(expression) ?? [];
  return tokens === undefined ? undefined : [...new Set(tokens.split(/\s/))];
}

/** The codes of a variable that is a list, `$clISO4217`. @throws Error when there is no such list */
export function listIn(schema: Schema, variable: string): string[] {
  const lets = [...schema.lets, ...schema.patterns.flatMap((pattern) => pattern.lets)];
  const tokens = tokensIn(lets.find(({ name }) => `$${name}` === variable)?.value ?? '');
  if (!tokens) throw new Error(`There is no list ${variable}`);
  return tokens;
}
