import type { ErrorObject } from 'ajv';
import { AppError, type ErrorDetail } from '../errors.ts';

type Part = 'body' | 'querystring' | 'params' | 'headers';

/** What a caller is told of; the first is also in the message. */
const MOST_DETAILS = 20;
const LONGEST_NAME = 100;
const MOST_WORDS = 40;

/** What is said of a string of a certain form. Schemas name a form; a pattern of their own brings its own words. */
const FORMS: Record<string, string> = {
  email: 'must be an e-mail address such as ann@example.com',
  'date-time': 'must be an RFC 3339 time such as 2026-11-21T10:00:00Z',
  date: 'must be a date such as 2026-11-21',
  uri: 'must be a URL such as https://example.com/hook',
};

const TYPES: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

type Sentence = [code: ErrorDetail['code'], message: string];
type Finding = ErrorObject<string, Record<string, unknown>, unknown>;
interface ShownSchema {
  anyOf?: ShownSchema[];
  const?: unknown;
  enum?: unknown[];
  type?: string;
  says?: string;
}

/** One keyword, one sentence. What is not here is a mistake of ours, which a test finds. */
const SENTENCES: Record<string, (finding: Finding) => Sentence> = {
  required: () => ['REQUIRED', 'is required'],
  additionalProperties: () => ['UNKNOWN_FIELD', 'is not a field of this request'],
  type: ({ params }) => ['TYPE', `must be ${typeNames(params['type'])}`],
  const: ({ params }) => ['NOT_ALLOWED', `must be ${String(params['allowedValue'])}`],
  enum: ({ params }) => ['NOT_ALLOWED', oneOf(params['allowedValues'] as unknown[])],
  anyOf: ({ parentSchema }) => alternatives(parentSchema as ShownSchema),
  format: ({ params }) => ['FORM', FORMS[String(params['format'])] ?? 'has not the right form'],
  pattern: ({ parentSchema }) => ['FORM', (parentSchema as ShownSchema).says ?? 'has not the right form'],
  minLength: ({ params }) => ['TOO_SHORT', atLeast(params, 'character')],
  maxLength: ({ params }) => ['TOO_LONG', atMost(params, 'character')],
  minItems: ({ params }) => ['TOO_SHORT', atLeast(params, 'entry')],
  maxItems: ({ params }) => ['TOO_LONG', atMost(params, 'entry')],
  minProperties: ({ params }) => ['TOO_SHORT', atLeast(params, 'field')],
  maxProperties: ({ params }) => ['TOO_LONG', atMost(params, 'field')],
  uniqueItems: () => ['NOT_ALLOWED', 'must not name the same twice'],
  minimum: ({ params }) => ['TOO_SMALL', `must be at least ${params['limit']}`],
  maximum: ({ params }) => ['TOO_LARGE', `may be at most ${params['limit']}`],
  exclusiveMinimum: ({ params }) => ['TOO_SMALL', `must be more than ${params['limit']}`],
};

/** What Ajv found, in sentences: the only place that makes them. Wants `verbose`. */
export function explain(findings: readonly ErrorObject[], part: Part): AppError {
  const known = (findings as Finding[]).filter(isWorthTelling(findings)).slice(0, MOST_DETAILS);
  const details = known.map((finding) => detailOf(finding, part));
  const [first] = details;
  const message = first ? `${first.field ?? partName(part)} ${first.message}` : 'The request is not valid';
  return new AppError('VALIDATION_FAILED', { message: `${message}. Correct it and send it again.`, details });
}

/** Of a choice only the choice itself is told, not what was wrong with each of its branches. */
function isWorthTelling(findings: readonly ErrorObject[]): (finding: Finding) => boolean {
  const choices = findings
    .filter(({ keyword }) => keyword === 'anyOf')
    .map(({ instancePath, schemaPath }) => ({
      instancePath,
      inside: `${schemaPath}/`,
    }));
  return ({ schemaPath }) => !choices.some(({ inside }) => schemaPath.startsWith(inside));
}

function detailOf(finding: Finding, part: Part): ErrorDetail {
  const { instancePath, params, keyword } = finding;
  const extra = params['additionalProperty'] ?? params['missingProperty'];
  // A parameter that may come several times is still one parameter.
  const path = instancePath.split('/').slice(1, part === 'body' ? undefined : 2);
  const names = path.map(unescaped);
  if (typeof extra === 'string') names.push(extra);
  const [code, message] = SENTENCES[keyword]?.(finding) ?? ['INVALID', 'is not valid'];
  const isWhole = keyword === 'type' && part === 'body';
  if (names.length === 0) return { code, message: isWhole ? 'must be a JSON object' : message };
  return { field: shortened(names.join('.')), code, message };
}

const partName = (part: Part): string =>
  ({ body: 'The body', querystring: 'The query', params: 'The path', headers: 'The headers' })[part];
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
const shortened = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;

function alternatives({ anyOf = [] }: ShownSchema): Sentence {
  const branches = anyOf.flatMap(leaves);
  const values = branches.flatMap(
    (branch) => branch.enum ?? (branch.const === undefined ? [] : [branch.const]),
  );
  const orNull = branches.some(({ type }) => type === 'null') ? [null] : [];
  if (values.length > 0) return ['NOT_ALLOWED', oneOf([...values, ...orNull])];
  return ['TYPE', `must be ${typeNames(branches.map(({ type }) => type ?? ''))}`];
}

/** A choice among choices is one choice. */
const leaves = (schema: ShownSchema): ShownSchema[] => schema.anyOf?.flatMap(leaves) ?? [schema];

function oneOf(values: readonly unknown[]): string {
  const [only] = values;
  return values.length === 1 ? `must be ${only}` : `must be one of ${values.slice(0, MOST_WORDS).join(', ')}`;
}

function typeNames(types: unknown): string {
  const names = [types].flat().map((name) => TYPES[String(name)] ?? 'something else');
  return [...new Set(names)].join(' or ');
}

const plural = (count: number, noun: string): string =>
  count === 1 ? noun : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;

function atLeast(params: Record<string, unknown>, noun: string): string {
  const limit = Number(params['limit']);
  return limit === 1 && noun === 'character'
    ? 'must not be empty'
    : `must have at least ${limit} ${plural(limit, noun)}`;
}

function atMost(params: Record<string, unknown>, noun: string): string {
  const limit = Number(params['limit']);
  return `may have at most ${limit} ${plural(limit, noun)}`;
}
