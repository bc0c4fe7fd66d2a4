import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { AppError } from '../errors.ts';
import { explain } from './explain.ts';
import { refuseNul } from './nul.ts';

interface ShownSchema {
  type?: string;
  properties?: Record<string, ShownSchema>;
  items?: ShownSchema;
}

const WHOLE_NUMBER = /^-?(?:0|[1-9]\d{0,14})$/;

type Part = Parameters<typeof explain>[1];
export type Check = (given: unknown) => { value: unknown } | { error: Error };

/**
 * Bodies are taken as they are; query and path values, which are always text, are read as what the schema says, strictly.
 * Errors come as our own, in sentences. All of them are collected, as what can come is bounded before (json-shape.ts).
 * A check is compiled when it is needed for the first time: all of them at once would take half of each start.
 */
export function newChecks(): (schema: object, part: Part) => Check {
  const ajv = new Ajv({
    coerceTypes: false,
    useDefaults: true,
    allErrors: true,
    verbose: true,
    strict: false,
  });
  addFormats.default(ajv);
  // An id that is none is one that does not exist: 404, not 400 [GEN-2].
  ajv.addFormat('uuid', true);
  return (schema, part) => {
    let check: ValidateFunction | undefined;
    return (given) => {
      try {
        check ??= ajv.compile(schema);
        const value = part === 'body' ? given : readTexts(given, schema as ShownSchema);
        if (!check(value)) return { error: explain(check.errors as ErrorObject[], part) };
        if (part === 'body') refuseNul(value);
        return { value };
      } catch (error) {
        return { error: error as Error };
      }
    };
  };
}

export function useOurChecks(server: FastifyInstance): void {
  const checkOf = newChecks();
  const compiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => checkOf(schema, partOf(httpPart));
  server.setValidatorCompiler(compiler);
}

/** Answers are written by their schemas; like checks, a writer is compiled when it is needed for the first time. */
export function useOurWriters(server: FastifyInstance): void {
  const compiler: FastifySerializerCompiler<object> = ({ schema }) => {
    let write: ((answer: unknown) => string) | undefined;
    return (answer) => {
      write ??= fastJsonStringify(schema);
      return write(answer);
    };
  };
  server.setSerializerCompiler(compiler);
}

function partOf(httpPart: string | undefined): Part {
  return httpPart === 'querystring' || httpPart === 'params' || httpPart === 'headers' ? httpPart : 'body';
}

/** Texts to numbers, truth values and lists, where the schema wants them; what is none stays text, and is refused. */
function readTexts(given: unknown, { properties = {} }: ShownSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given as Record<string, unknown>).map(([name, value]) => [
      name,
      readText(name, value, properties[name]),
    ]),
  );
}

function readText(name: string, value: unknown, schema: ShownSchema | undefined): unknown {
  if (schema?.type === 'array') {
    return [value].flat().map((one) => readText(name, one, schema.items));
  }
  if (Array.isArray(value) && schema) {
    throw new AppError('VALIDATION_FAILED', {
      message: `${name} is given more than once. Send it once.`,
      details: [{ field: name, code: 'TOO_LONG', message: 'is given more than once' }],
    });
  }
  if (schema?.type === 'integer' && WHOLE_NUMBER.test(String(value))) return Number(value);
  if (schema?.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
