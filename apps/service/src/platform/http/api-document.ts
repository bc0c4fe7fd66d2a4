import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TObject, TSchema } from 'typebox';
import type { Environment } from '../environment.ts';
import { HEADERS, header, LIMIT_HEADERS } from './api-headers.ts';
import { namedRefusals, refusals } from './api-refusals.ts';
import { NamedSchemas, type Shown } from './api-schemas.ts';
import type { Described } from './described.ts';
import type { Endpoint } from './endpoint.ts';

/** What was sent and answered in a real run, by operation (scripts/record-examples.ts). */
export type Examples = Record<string, { request?: unknown; responses: Record<string, unknown> }>;

const EXAMPLES = join(import.meta.dirname, 'api-examples.json');

/** What was sent and answered in a real run of the customers' API. */
export const recordedExamples = (): Examples => JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Examples;

export interface ApiDocument<Name> {
  title: string;
  description: string;
  publicUrl: string;
  environment: Environment;
  /** The chapters, with what each is about. */
  tags: Readonly<Record<string, string>>;
  securitySchemes: Shown;
  webhooks?: Shown;
  /** Recorded ones (scripts/record-examples.ts), by operation. */
  examples?: Examples;
  /** What is said of a route beside its endpoint. */
  describe(name: Name): Described;
}

/** The description of an API in OpenAPI 3.1, made of what the routes themselves check and answer. */
export function apiDocument<Name extends string, Who>(
  routes: readonly (readonly [name: Name, endpoint: Endpoint<Who>])[],
  about: ApiDocument<Name>,
): Shown {
  const { publicUrl, environment, tags, webhooks, securitySchemes, examples = {} } = about;
  const schemas = new NamedSchemas();
  const paths: Record<string, Shown> = {};
  for (const [name, endpoint] of routes) {
    const [method = '', path = ''] = name.split(' ');
    const described = about.describe(name);
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = operation(
      described,
      endpoint,
      schemas,
      examples[described.operationId],
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: environment === 'TEST' ? `${about.title} (test)` : about.title,
      version: '1.0.0',
      description: `${about.description} Every failure is answered as {error: {code, message, details?, requestId}}.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this installation', url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    ...(webhooks ? { webhooks } : {}),
    components: {
      securitySchemes,
      headers: HEADERS,
      schemas: schemas.all,
      ...namedRefusals(paths),
    },
  };
}

function operation(
  { operationId, whoMay, security, refusals: codes }: Described,
  endpoint: Endpoint,
  schemas: NamedSchemas,
  example: Examples[string] | undefined,
): Shown {
  const { summary, description, tags, params, querystring, headers, response } = endpoint.schema;
  const requestBody = bodyOf(endpoint, schemas, example?.request);
  return {
    operationId,
    tags,
    summary,
    description: [description, whoMay].filter(Boolean).join(' '),
    security,
    parameters: [
      ...parameters('path', params, schemas),
      ...parameters('query', querystring, schemas),
      ...parameters('header', headers, schemas),
    ],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(response).map(([status, schema]) => [
          status,
          answer(status, schema, schemas, example?.responses[status]),
        ]),
      ),
      ...refusals(codes, endpoint),
    },
  };
}

function parameters(place: 'path' | 'query' | 'header', object: TObject | undefined, schemas: NamedSchemas) {
  if (!object) return [];
  const { properties = {}, required = [] } = schemas.show(object) as {
    properties?: Record<string, Shown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name: place === 'header' ? canonicalHeader(name) : name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

const canonicalHeader = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());

function bodyOf({ schema }: Endpoint, schemas: NamedSchemas, example: unknown): Shown | undefined {
  if (schema.bytes !== undefined) {
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    return { required: true, description: schema.bytes, content };
  }
  if (!schema.body) return undefined;
  const shown = schemas.show(schema.body);
  return {
    required: !schema.bodyMayMiss,
    content: { 'application/json': withExample(shown, example) },
  };
}

const withExample = (schema: Shown, example: unknown): Shown =>
  example === undefined ? { schema } : { schema, example };

function answer(status: string, schema: TSchema, schemas: NamedSchemas, example: unknown): Shown {
  const shown = schemas.show(schema);
  const headers = { ...header('X-Request-Id'), ...header('X-Pappel-Environment'), ...LIMIT_HEADERS };
  const description = DONE[status] ?? 'Done.';
  if (shown['type'] === 'null') return { description, headers };
  const branches = (shown['anyOf'] as Shown[] | undefined) ?? [shown];
  const content = Object.fromEntries(
    branches.map((branch) => {
      const { contentMediaType, ...rest } = branch;
      const type = contentMediaType as string | undefined;
      return [type ?? 'application/json', withExample(rest, type === undefined ? example : undefined)];
    }),
  );
  return { description, headers, content };
}

const DONE: Record<string, string> = {
  200: 'What was asked for.',
  201: 'It was made.',
  202: 'It was taken; what comes of it shows later.',
  204: 'It was done; there is nothing to say.',
};
