import type { paths } from './contract.gen.ts';
import type { QueryValue } from './http.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The paths that know a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never;
}[keyof paths];

type OperationOf<M extends Method, P extends keyof paths> =
  paths[P] extends Record<Lowercase<M>, infer Operation> ? Operation : never;

type Given<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: never }
  : { [N in Name]: Value };
type May<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: never }
  : { [N in Name]?: Value };

type InPath<O> = O extends { parameters: { path: infer Values } } ? Values : never;
/** Lists as CSV are files: whoever wants one asks for it by fetch. */
type InQuery<O> = O extends { parameters: { query?: infer Values } }
  ? [NonNullable<Values>] extends [never]
    ? never
    : Omit<NonNullable<Values>, 'format'>
  : never;
type InBody<O> = O extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : never;

/** What a request needs: `path`, `query` and `body` as the description of the API has them. */
export type RequestOptions<M extends Method, P extends keyof paths> = Given<
  'path',
  InPath<OperationOf<M, P>>
> &
  May<'query', InQuery<OperationOf<M, P>>> &
  Given<'body', InBody<OperationOf<M, P>>> & {
    headers?: Readonly<Record<string, string>>;
    signal?: AbortSignal;
  };

/** No options at all where nothing is needed. */
export type RequestRest<M extends Method, P extends keyof paths> =
  Record<never, never> extends RequestOptions<M, P>
    ? [options?: RequestOptions<M, P>]
    : [options: RequestOptions<M, P>];

type ContentOf<Response> = Response extends { content: { 'application/json': infer Body } }
  ? Body
  : Response extends { content: infer Content }
    ? Content[keyof Content]
    : undefined;
type Successes<O> = O extends { responses: infer Responses }
  ? { [Status in keyof Responses & (200 | 201 | 202 | 204)]: ContentOf<Responses[Status]> }[keyof Responses &
      (200 | 201 | 202 | 204)]
  : never;

/** JSON as the description has it; anything else as text; undefined where there is nothing. */
export type AnswerOf<M extends Method, P extends keyof paths> = Successes<OperationOf<M, P>>;

export interface LooseOptions {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, QueryValue>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** `/v1/messages/{id}` with its values. */
export function fillPath(path: string, values: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs path.${name}.`);
    return encodeURIComponent(value);
  });
}
