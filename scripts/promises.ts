/**
 * `node scripts/promises.ts`: adds to docs/specification/v1-promises.txt what the description of the API says and the file
 * does not yet. Nothing is ever taken out of it: within `/v1` routes, fields and values are only added [GEN-4].
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROMISES_FILE = join(import.meta.dirname, '../docs/specification/v1-promises.txt');

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Body {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Body;
  responses: Record<string, Body & { $ref?: string }>;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const NEEDED = ' is needed';
const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';

/** What the description lets a client rely on, a line each. A field of an answer is there always or at times. */
export function promisesOf({ paths, components }: Description): string[] {
  const said = [
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      fieldsOf(name, schema, ' is always there'),
    ),
    ...Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, one]) =>
        ofOperation(`${method.toUpperCase()} ${path}`, one),
      ),
    ),
  ];
  return [...new Set(said)].sort();
}

function ofOperation(name: string, { parameters = [], requestBody, responses }: Operation): string[] {
  return [
    name,
    ...parameters.flatMap(({ name: parameter, in: place, required, schema }) => {
      const at = `${name} ${place} ${parameter}`;
      return [at, ...(required ? [`${at}${NEEDED}`] : []), ...fieldsOf(at, schema, NEEDED)];
    }),
    ...ofBody(`${name} body`, requestBody, NEEDED),
    ...Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .flatMap(([status, body]) => [
        `${name} ${status}`,
        ...ofBody(`${name} ${status}`, body, ' is always there'),
      ]),
  ];
}

const ofBody = (at: string, body: Body | undefined, whenRequired: string): string[] =>
  Object.entries(body?.content ?? {}).flatMap(([type, { schema }]) =>
    fieldsOf(type === 'application/json' ? at : `${at} as ${type}`, schema, whenRequired),
  );

function fieldsOf(at: string, schema: Schema | undefined, whenRequired: string): string[] {
  if (!schema) return [];
  if (schema.$ref) return [`${at}: ${nameOf(schema.$ref)}`];
  const { properties = {}, required = [], items, additionalProperties: others } = schema;
  return [
    ...[schema.type ?? 'anything'].flat().map((type) => `${at}: ${type}`),
    ...(schema.enum ?? (schema.const === undefined ? [] : [schema.const])).map((value) => `${at} = ${value}`),
    ...Object.entries(properties).flatMap(([name, field]) => fieldsOf(`${at}.${name}`, field, whenRequired)),
    ...required.map((name) => `${at}.${name}${whenRequired}`),
    ...fieldsOf(`${at}[]`, items, whenRequired),
    ...(typeof others === 'object' ? fieldsOf(`${at}{}`, others, whenRequired) : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((some = []) =>
      some.flatMap((one) => fieldsOf(at, one, whenRequired)),
    ),
  ];
}

export const readPromises = (): string[] => readFileSync(PROMISES_FILE, 'utf8').split('\n').filter(Boolean);

/** What a client may have relied on and cannot any more: something is gone, or something must be said that needed not be. */
export function brokenPromises(promised: readonly string[], today: readonly string[]): string[] {
  const [before, now] = [new Set(promised), new Set(today)];
  const isKnown = (place: string): boolean => before.has(place) || before.has(`${place}: object`);
  const gone = promised.filter((line) => !now.has(line) && !line.endsWith(NEEDED));
  const demanded = today.filter(
    (line) => line.endsWith(NEEDED) && !before.has(line) && isKnown(containerOf(line)),
  );
  return [...gone, ...demanded];
}

/** Where a needed field or parameter stands: who knew the place did not know that it is needed. */
function containerOf(line: string): string {
  const field = line.slice(0, -NEEDED.length);
  const isField = / body\b/.test(field) && field.includes('.', field.indexOf(' body'));
  if (!isField) return field.split(' ').slice(0, 2).join(' ');
  const container = field.slice(0, field.lastIndexOf('.'));
  return container.endsWith(' body') ? container.slice(0, -' body'.length) : container;
}

if (import.meta.main) {
  const [description = '.openapi.json'] = process.argv.slice(2);
  const today = promisesOf(JSON.parse(readFileSync(description, 'utf8')));
  const all = [...new Set([...readPromises(), ...today])].sort();
  writeFileSync(PROMISES_FILE, `${all.join('\n')}\n`);
}
