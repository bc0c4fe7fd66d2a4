import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TObject, TSchema } from 'typebox';
import { type Access, ROUTE_ACCESS, type RouteName } from '../access/route-access.ts';
import type { Environment } from '../environment.ts';
import { HEADERS, header, LIMIT_HEADERS } from './api-headers.ts';
import { namedRefusals, refusals } from './api-refusals.ts';
import { NamedSchemas, type Shown } from './api-schemas.ts';
import { TAGS } from './api-tags.ts';
import type { Endpoint, Route } from './endpoint.ts';
import { OPERATIONS } from './operations.ts';

/** What was sent and answered in a real run, by operation (scripts/record-examples.ts). */
type Examples = Record<string, { request?: unknown; responses: Record<string, unknown> }>;

const EXAMPLES = join(import.meta.dirname, 'api-examples.json');

/** The description of the API in OpenAPI 3.1, made of what the routes themselves check and answer. */
export function apiDocument(
  routes: readonly Route[],
  { publicUrl, environment, webhooks }: { publicUrl: string; environment: Environment; webhooks: Shown },
): Shown {
  const schemas = new NamedSchemas();
  const examples = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Examples;
  const paths: Record<string, Shown> = {};
  for (const [name, endpoint] of routes) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = operation(name, endpoint, schemas, examples[OPERATIONS[name][0]]);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: environment === 'TEST' ? 'Pappel (test)' : 'Pappel',
      version: '1.0.0',
      description:
        'Exchange of business documents over Peppol for many companies. Every failure is answered as {error: {code, message, details?, requestId}}.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this installation', url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY,
      headers: HEADERS,
      schemas: schemas.all,
      ...namedRefusals(paths),
    },
  };
}

const SECURITY = {
  customerAuth: {
    type: 'http',
    scheme: 'bearer',
    description: 'A session token (pus_…) or an API key (pap_…).',
  },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key (pap_…).' },
};

function operation(
  name: RouteName,
  endpoint: Endpoint,
  schemas: NamedSchemas,
  example: Examples[string] | undefined,
): Shown {
  const { summary, description, tags, params, querystring, headers, response } = endpoint.schema;
  const access: Access = ROUTE_ACCESS[name];
  const requestBody = bodyOf(endpoint, schemas, example?.request);
  return {
    operationId: OPERATIONS[name][0],
    tags,
    summary,
    description: [description, whoMay(access)].filter(Boolean).join(' '),
    security: access.kind === 'open' ? [] : [{ customerAuth: [] }, { apiKeyHeader: [] }],
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
      ...refusals(name, endpoint),
    },
  };
}

/** In a sentence, what a credential needs. */
function whoMay(access: Access): string {
  if (access.kind === 'open') return 'Needs no credential.';
  const { permissions, role } = access;
  const key =
    permissions === 'any'
      ? 'Any API key will do.'
      : `An API key needs the permission ${permissions.join(' or ')}.`;
  const ROLES = {
    owner: 'Only for owners, and keys that reach the whole account.',
    admin: 'Only for owners and company admins.',
    person: 'Only for a signed-in person; an API key is refused.',
  };
  if (role === 'person') return ROLES.person;
  return role ? `${ROLES[role]} ${key}` : key;
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
  return { required: true, content: { 'application/json': withExample(shown, example) } };
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
