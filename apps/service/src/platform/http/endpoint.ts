import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { OperatorPrincipal, OperatorRouteName } from '../access/operator-access.ts';
import type { Principal } from '../access/principal.ts';
import type { RouteName } from '../access/route-access.ts';
import type { Body } from './intake.ts';

/** An object that says no to fields it does not know, so that a typing error is answered, not swallowed. */
export function strictObject<Properties extends Record<string, TSchema>>(
  properties: Properties,
  options = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A move that may say why; who has nothing to say leaves the body out. */
export const withReason = {
  body: strictObject({ reason: Type.Optional(Type.String({ maxLength: 500 })) }),
  bodyMayMiss: true,
} as const;

/** Bytes of JSON in which a document of 1 MiB fits, escaped. */
export const ROOM_FOR_A_DOCUMENT = 2_097_152;

/** What an endpoint takes and answers: validation, types and OpenAPI all come from here. */
export interface EndpointSchema {
  summary: string;
  description?: string;
  tags: string[];
  params?: TObject;
  querystring?: TObject;
  headers?: TObject;
  body?: TObject;
  /** Who has nothing to say may leave the body out: it is `{}` then. */
  bodyMayMiss?: boolean;
  /** Bytes that a JSON body may have, where 1 MiB is not enough. */
  jsonLimit?: number;
  /** The body is bytes of any type, which the handler takes itself: what they are. */
  bytes?: string;
  /** The answer goes on for as long as the connection: there is no HEAD of it, which would keep it open for nobody. */
  endless?: boolean;
  /** By HTTP status. */
  response: Record<number, TSchema>;
}

/** Throws NOT_FOUND where what the path names is out of reach; who has not the role is told that first. [GEN-3] */
export type FindInReach = (principal: Principal, id: string) => Promise<unknown>;

type Part<Schema, Key extends string> = Schema extends { [K in Key]: infer S extends TSchema }
  ? Static<S>
  : undefined;

export interface OpenCall<Schema> {
  params: Part<Schema, 'params'>;
  query: Part<Schema, 'querystring'>;
  headers: Part<Schema, 'headers'>;
  body: Part<Schema, 'body'>;
  /** Takes the body, up to so many bytes, where the endpoint says that it is bytes. */
  receive(limit: number): Promise<Body>;
  /** The address of the caller, as far as TRUST_PROXY lets us believe it. */
  address: string;
  userAgent?: string;
  /** On which the answer goes out. */
  connection: Socket;
  log: FastifyBaseLogger;
}

export interface Call<Schema, Who = Principal> extends OpenCall<Schema> {
  principal: Who;
}

/** A call as it came, held against the endpoint's schema and access. */
export interface AnyCall<Who>
  extends Pick<OpenCall<never>, 'receive' | 'address' | 'userAgent' | 'connection' | 'log'> {
  params: unknown;
  query: unknown;
  headers: unknown;
  body: unknown;
  /** Undefined where anybody may call. */
  principal?: Who | undefined;
}

export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Where the list goes on, for answers that have no place for it; becomes a Link header. */
  nextCursor?: string;
}

export interface Endpoint<Who = unknown> {
  open: boolean;
  schema: EndpointSchema;
  handle(call: AnyCall<Who>): Promise<Reply>;
  findInReach?: FindInReach | undefined;
}

/** An endpoint that needs a customer credential; with `findInReach` where it asks a role for something in particular. */
export function endpoint<const Schema extends EndpointSchema>(
  schema: Schema,
  handle: (call: Call<Schema>) => Promise<Reply>,
  findInReach?: FindInReach,
): Endpoint<Principal> {
  return { open: false, schema, handle, findInReach };
}

/** The same for the operator's people, who see every account. */
export function operatorEndpoint<const Schema extends EndpointSchema>(
  schema: Schema,
  handle: (call: Call<Schema, OperatorPrincipal>) => Promise<Reply>,
): Endpoint<OperatorPrincipal> {
  return { open: false, schema, handle };
}

/** An endpoint that anybody may call; limited per source address. */
export function openEndpoint<const Schema extends EndpointSchema>(
  schema: Schema,
  handle: (call: OpenCall<Schema>) => Promise<Reply>,
): Endpoint {
  return { open: true, schema, handle };
}

export const ok = (body: unknown, headers?: Record<string, string>): Reply => ({
  status: 200,
  body,
  headers,
});
export const created = (body: unknown): Reply => ({ status: 201, body });
export const accepted = (body: unknown): Reply => ({ status: 202, body });
export const noContent = (): Reply => ({ status: 204 });

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
/** One line of a table of contents; who may call it stands in the table of access. */
export type Route = [name: RouteName, endpoint: Endpoint<Principal>];
export type OperatorRoute = [name: OperatorRouteName, endpoint: Endpoint<OperatorPrincipal>];
