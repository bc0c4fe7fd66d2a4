import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { featuresToDescribe } from '../src/features.ts';
import { AppError, DETAIL_CODES, ERROR_CODES, invalidField } from '../src/platform/errors.ts';
import { newChecks } from '../src/platform/http/checks.ts';
import { apiRoutes } from '../src/server.ts';

/** Words of JSON Schema, and signs of regular expressions, that no person should be shown. */
const RAW =
  /must NOT|must match|\bpattern\b|\bschema\b|keyword|anyOf|oneOf|additionalProperties|minLength|maxLength|maxItems|minItems|minProperties|uniqueItems|instancePath|should be|undefined|\[object|\\p\{|\^\(|\$\/|\(\?|NaN/;
/** What is said where nobody found words. */
const HELPLESS = /has not the right form|is not valid|something else/;

interface Shown {
  type?: string;
  properties?: Record<string, Shown>;
  required?: string[];
  items?: Shown;
  anyOf?: Shown[];
}

const WRONG: unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e12, '', ' ', '\u0001', 'x'.repeat(100_001), '💥'.repeat(300)],
  ...[[], [null], ['x', 'x'], Array.from({ length: 2_000 }, () => 'x'), {}, { nonsense: 1 }],
];

/** Every body that has one mistake, or many: at each place of the schema each wrong value, nothing, and too much. */
function* mistakes(schema: Shown): Generator<unknown> {
  yield* WRONG;
  const { properties, items, anyOf } = schema;
  for (const branch of anyOf ?? []) yield* mistakes(branch);
  if (items) for (const wrong of mistakes(items)) yield [wrong];
  if (!properties) return;
  yield { ['x'.repeat(5_000)]: 1 };
  for (const [name, inner] of Object.entries(properties))
    for (const wrong of mistakes(inner)) yield { [name]: wrong };
}

const routes = apiRoutes(featuresToDescribe());
const checkOf = newChecks();
const parts = routes.flatMap(([name, { schema }]) =>
  (['body', 'querystring', 'params', 'headers'] as const).flatMap((part) => {
    const own = schema[part] as TSchema | undefined;
    return own ? [{ name, part, schema: own as unknown as Shown }] : [];
  }),
);

describe('messages that teach [ERR-1] [ERR-2]', () => {
  test('No mistake in any part of any route is told in words of JSON Schema or in a regular expression', () => {
    const told = new Set<string>();
    for (const { name, part, schema } of parts) {
      const check = checkOf(schema, part);
      for (const wrong of mistakes(schema)) {
        if (part !== 'body' && (typeof wrong !== 'object' || wrong === null || Array.isArray(wrong)))
          continue;
        const outcome = check(structuredClone(wrong));
        if (!('error' in outcome)) continue;
        const { error } = outcome;
        assert.ok(error instanceof AppError, `${name} ${part}: ${error}`);
        const texts = [error.message, ...(error.details ?? []).map(({ message }) => message)];
        for (const text of texts) {
          assert.doesNotMatch(text, RAW, `${name} ${part}`);
          assert.doesNotMatch(text, HELPLESS, `${name} ${part} ${JSON.stringify(wrong).slice(0, 100)}`);
          told.add(text);
        }
        assert.match(error.message, /\. [A-Z][^.]+\.$/, 'the next step');
        assert.ok((error.details?.length ?? 0) <= 20 && JSON.stringify(error.details).length < 20_000, name);
        for (const { code } of error.details ?? []) assert.ok(DETAIL_CODES.includes(code), code);
      }
    }
    assert.ok(parts.length > 50 && told.size > 200, `${parts.length} parts, ${told.size} sentences`);
  });
  test('What is said of the mistakes that people make', () => {
    const said = (route: string, part: 'body' | 'querystring', given: object): string | undefined => {
      const own = parts.find((one) => one.name === route && one.part === part);
      assert.ok(own, route);
      const outcome = checkOf(own.schema, part)(given);
      return 'error' in outcome ? outcome.error.message : undefined;
    };
    assert.equal(
      said('GET /v1/messages', 'querystring', { status: 'LOST' })?.slice(0, 61),
      'status must be one of QUEUED_VALIDATION, VALIDATION_FAILED, Q',
    );
    assert.equal(
      said('POST /v1/companies', 'body', { name: 'x', countryCode: 'Sweden' }),
      'countryCode must be two letters such as SE, or empty. Correct it and send it again.',
    );
    assert.equal(
      said('POST /v1/companies', 'body', { name: '' }),
      'name must not be empty. Correct it and send it again.',
    );
    assert.equal(
      said('POST /v1/companies', 'body', { title: 'x' }),
      'name is required. Correct it and send it again.',
    );
    assert.equal(
      said('GET /v1/messages', 'querystring', { limit: 'many' }),
      'limit must be a whole number. Correct it and send it again.',
    );
  });
  test('What is wrong with a body as a whole is told without a field: one of that name there is none [ERR-2]', () => {
    for (const [route, given, words] of [
      ['PATCH /v1/webhooks/{id}', {}, 'The body must have at least 1 field.'],
      ['PATCH /v1/users/{id}', {}, 'The body must have at least 1 field.'],
      ['POST /v1/companies', [], 'The body must be a JSON object.'],
      ['POST /v1/companies', null, 'The body must be a JSON object.'],
    ] as const) {
      const own = parts.find((one) => one.name === route && one.part === 'body');
      assert.ok(own, route);
      const outcome = checkOf(own.schema, 'body')(given);
      const error = 'error' in outcome && outcome.error;
      assert.ok(error instanceof AppError, route);
      assert.ok(error.message.startsWith(words), error.message);
      assert.deepEqual(
        error.details?.map((detail) => 'field' in detail),
        [false],
        route,
      );
    }
  });
  test('Every error of the table, and every field that is wrong, ends with the next step', () => {
    for (const [code, [, message]] of Object.entries(ERROR_CODES))
      assert.match(message, /[.;:] ?[^.]+\.$/, code);
    assert.equal(
      invalidField('payload', 'is empty; send the XML document').message,
      'payload: is empty; send the XML document.',
    );
    assert.equal(
      invalidField('password', 'is too short').message,
      'password: is too short. Correct it and send it again.',
    );
  });
});
