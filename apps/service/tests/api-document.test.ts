import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brokenPromises, type Description, promisesOf, readPromises } from '../../../scripts/promises.ts';
import { featuresToDescribe } from '../src/features.ts';
import { PERMISSIONS } from '../src/platform/access/principal.ts';
import { ERROR_CODES } from '../src/platform/errors.ts';
import { TAGS } from '../src/platform/http/api-tags.ts';
import { apiRoutes, describeApi } from '../src/server.ts';
import { SPECIFIED_ROUTES } from './specified-routes.ts';

type Part = Description['components']['schemas'][string];
type Content = Record<string, { schema?: Part }>;

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: unknown[];
  requestBody?: { required: boolean; content: Content };
  parameters: { name: string; in: string; required: boolean; schema: Part }[];
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
}

/** With the parts that are read here by their names: one that is not there fails where it is read. */
interface Schema extends Part {
  format: string;
  enum: unknown[];
  required: string[];
  properties: Record<string, Part> & Record<'id' | 'createdAt' | 'status' | 'role' | 'capabilities', Schema>;
}

type WithBody = Operation & { requestBody: { content: Record<'application/json', { schema: Schema }> } };

interface Document {
  paths: Record<string, Record<string, Operation>> & Record<'/v1/messages', { post: WithBody }>;
  components: {
    schemas: Record<string, Part> & Record<'Message' | 'Participant' | 'User', Schema>;
    responses: Record<string, { description: string; content: Content }>;
  };
}

const routes = apiRoutes(featuresToDescribe());
const document: Document = JSON.parse(
  JSON.stringify(describeApi(routes, 'https://pappel.example.com', 'TEST')),
);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

describe('what a client relies on', () => {
  const promised = readPromises();
  test('Every path carries the version, and nothing that was promised within it is gone or became a duty [GEN-4]', () => {
    for (const path of Object.keys(document.paths)) assert.match(path, /^\/v1\//);
    assert.ok(promised.length > 2_000);
    assert.deepEqual(brokenPromises(promised, promisesOf(document)), []);
  });
  test('A field, a value or a route that goes is noticed, a field that becomes a duty too; what is new is not [GEN-4]', () => {
    const broken = (change: (changed: Document) => void): string[] => {
      const changed = structuredClone(document);
      change(changed);
      return brokenPromises(promised, promisesOf(changed));
    };
    const sending = 'POST /v1/messages';
    const bodyOf = (changed: Document) =>
      changed.paths['/v1/messages'].post.requestBody.content['application/json'].schema;
    assert.deepEqual(
      broken(({ components }) => delete components.schemas.Message.properties.sha256),
      ['Message.sha256: string'],
    );
    assert.deepEqual(
      broken(({ components }) => components.schemas.Message.properties.status.enum.shift()),
      ['Message.status = QUEUED_VALIDATION'],
    );
    assert.deepEqual(
      broken(({ components }) => components.schemas.Message.required.shift()),
      ['Message.id is always there'],
    );
    assert.deepEqual(
      broken((changed) => bodyOf(changed).required.push('payload')),
      [`${sending} body.payload is needed`],
    );
    assert.ok(broken(({ paths }) => Reflect.deleteProperty(paths['/v1/messages'], 'post')).includes(sending));
    const added = broken((changed) => {
      changed.components.schemas.Message.properties.colour = { type: 'string' };
      changed.components.schemas.Message.properties.status.enum.push('LOST');
      bodyOf(changed).properties.colour = { type: 'object', required: ['name'], properties: { name: {} } };
      bodyOf(changed).required.shift();
      changed.paths['/v1/colours'] = { post: changed.paths['/v1/messages'].post };
    });
    assert.deepEqual(added, []);
  });
  test('No answer is described as complete, so that a generated client bears what is added [GEN-11]', () => {
    const closed = (schema: unknown): boolean =>
      typeof schema === 'object' &&
      schema !== null &&
      (('additionalProperties' in schema && schema.additionalProperties === false) ||
        Object.values(schema).some(closed));
    assert.ok(closed({ items: { additionalProperties: false } }));
    for (const { name, operation } of operations)
      for (const [status, answer] of Object.entries(operation.responses))
        assert.ok(!closed(answer), `${name} ${status}`);
    for (const [name, schema] of Object.entries(document.components.schemas))
      assert.ok(!closed(schema), name);
  });
});

describe('the description of the API [GEN-10]', () => {
  test('Every route of the specification is in it', () => {
    assert.equal(SPECIFIED_ROUTES.length, 64);
    const described = new Set(operations.map(({ name }) => name));
    assert.deepEqual(
      SPECIFIED_ROUTES.filter((route) => !described.has(route)),
      [],
    );
  });
  test('Every operation has an id of its own, a chapter, a summary, and says in a sentence who may call it', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    const words = [...PERMISSIONS, 'credential', 'person', 'API key'];
    for (const { name, operation } of operations) {
      assert.match(operation.operationId, /^[a-z][A-Za-z]+$/, name);
      assert.ok(operation.summary.length > 5, name);
      assert.ok(operation.tags.every((tag) => tag in TAGS) && operation.tags.length === 1, name);
      assert.ok(
        words.some((word) => operation.description.includes(word)),
        `${name}: ${operation.description}`,
      );
    }
  });
  test('Every refusal of an operation is named with its code, in the envelope', () => {
    for (const { name, operation } of operations) {
      const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      for (const status of ['400', '429', '500', '503'])
        assert.ok(
          refusals.some(([one]) => one === status),
          `${name} ${status}`,
        );
      assert.equal(
        refusals.some(([status]) => status === '401'),
        operation.security.length > 0 || /401/.test(Object.keys(operation.responses).join()),
        name,
      );
      assert.equal(refusals.some(([status]) => status === '404') || !name.includes('{'), true, name);
      for (const [status, { $ref, description, content }] of refusals) {
        const code = $ref?.split('/').at(-1);
        const shown = code === undefined ? { description, content } : document.components.responses[code];
        assert.ok(shown, `${name} ${status}`);
        assert.ok(JSON.stringify(shown.content).includes('#/components/schemas/Error'), `${name} ${status}`);
        const named = String(shown.description).match(/^[A-Z_]+(?=: )/gm) ?? [];
        assert.ok(named.length > 0, `${name} ${status}`);
        for (const one of named)
          assert.equal(ERROR_CODES[one as keyof typeof ERROR_CODES][0], Number(status), `${name} ${one}`);
      }
    }
  });
  test('What is sent to a route that takes a body is described, also where it is bytes', () => {
    for (const [name, endpoint] of routes) {
      const operation = operations.find((one) => one.name === name)?.operation;
      const takes = endpoint.schema.body !== undefined || endpoint.schema.bytes !== undefined;
      assert.equal(operation?.requestBody !== undefined, takes, name);
    }
    const put = operations.find(({ name }) => name.startsWith('PUT '))?.operation;
    assert.ok(put?.requestBody?.content['application/octet-stream'], 'the bytes of an upload');
  });
  test('What is sent and answered is shown as it was in a real run (scripts/record-examples.ts)', () => {
    const shown = operations.filter(({ operation }) => /"example":/.test(JSON.stringify(operation)));
    assert.ok(shown.length >= 45, `${shown.length} of ${operations.length}`);
    for (const name of ['POST /v1/messages', 'GET /v1/messages/{id}', 'POST /v1/participants'])
      assert.ok(
        shown.some((one) => one.name === name),
        name,
      );
    assert.doesNotMatch(
      JSON.stringify(shown),
      /\b(?:pap|pus|pup|pst|whsec)_(?!example)[\w-]{12}|127\.0\.0\.1:\d+\/v1/,
    );
  });
  test('Ids are UUIDs, moments are date-times, closed lists are enums, and what has a name stands once', () => {
    const { Message, Participant, User } = document.components.schemas;
    assert.equal(Message.properties.id.format, 'uuid');
    assert.equal(Message.properties.createdAt.format, 'date-time');
    assert.ok(Message.properties.status.enum.includes('SEND_RETRY'));
    assert.deepEqual(User.properties.role.enum, ['owner', 'company_admin', 'member']);
    assert.deepEqual(Participant.properties.capabilities.items, { $ref: '#/components/schemas/Capability' });
    assert.ok(Object.keys(document.components.schemas).length >= 25);
    const text = JSON.stringify(document);
    assert.doesNotMatch(text, /"says"/);
  });
});
