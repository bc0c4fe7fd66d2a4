import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentId: string;
  name: string;
  attributes: Record<string, string | number>;
  isFailed: boolean;
  startedAt: bigint;
  endedAt: bigint;
  /** What is said of who traced it. */
  resource: Record<string, string | number>;
}

export interface Collector {
  endpoint: string;
  spans: CollectedSpan[];
  /** All that ever came, as it came. */
  bytes: Buffer[];
  authorizations: Set<string | undefined>;
  /** Requests that came in. */
  asked: number;
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

const take = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
};

/** What takes OTLP over HTTP, in protobuf [OTLP], and keeps it. */
export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    collector.asked++;
    const body = await buffer(request);
    const isTraces = request.method === 'POST' && request.url === '/v1/traces';
    if (!isTraces || request.headers['content-type'] !== 'application/x-protobuf') {
      response.writeHead(400).end();
      return;
    }
    collector.authorizations.add(request.headers.authorization);
    collector.bytes.push(body);
    collector.spans.push(...spansOf(body));
    collector.answer(response);
  });
  const collector: Collector = {
    endpoint: '',
    spans: [],
    bytes: [],
    authorizations: new Set(),
    asked: 0,
    answer: take,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  collector.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return collector;
}

type Fields = Map<number, (Buffer | bigint)[]>;

function varint(bytes: Buffer, at: number): [value: bigint, next: number] {
  let value = 0n;
  for (let i = at, shift = 0n; ; i++, shift += 7n) {
    const byte = bytes.readUInt8(i);
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return [value, i + 1];
  }
}

/** A message of protobuf by the numbers of its fields. */
function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  for (let at = 0; at < bytes.length; ) {
    const [tag, start] = varint(bytes, at);
    const [value, next] = valueAt(bytes, start, Number(tag & 7n));
    const number = Number(tag >> 3n);
    fields.set(number, [...(fields.get(number) ?? []), value]);
    at = next;
  }
  return fields;
}

function valueAt(bytes: Buffer, start: number, kind: number): [value: Buffer | bigint, next: number] {
  switch (kind) {
    case 0:
      return varint(bytes, start);
    case 1:
      return [bytes.readBigUInt64LE(start), start + 8];
    case 5:
      return [BigInt(bytes.readUInt32LE(start)), start + 4];
    case 2: {
      const [length, from] = varint(bytes, start);
      return [bytes.subarray(from, from + Number(length)), from + Number(length)];
    }
    default:
      throw new Error(`no such kind of field: ${kind}`);
  }
}

const partsOf = (fields: Fields, number: number): Buffer[] =>
  (fields.get(number) ?? []).filter((value): value is Buffer => value instanceof Buffer);
const partOf = (fields: Fields, number: number): Buffer => partsOf(fields, number)[0] ?? Buffer.alloc(0);
const numberOf = (fields: Fields, number: number): bigint => {
  const [value] = fields.get(number) ?? [];
  return typeof value === 'bigint' ? value : 0n;
};

/** ExportTraceServiceRequest: resource spans (1) of a resource (1) and scopes (2) with spans (2). */
function spansOf(body: Buffer): CollectedSpan[] {
  return partsOf(fieldsOf(body), 1).flatMap((part) => {
    const fields = fieldsOf(part);
    const resource = attributesOf(fieldsOf(partOf(fields, 1)), 1);
    const scopes = partsOf(fields, 2).map(fieldsOf);
    return scopes.flatMap((scope) => partsOf(scope, 2).map((span) => spanOf(fieldsOf(span), resource)));
  });
}

const spanOf = (fields: Fields, resource: CollectedSpan['resource']): CollectedSpan => ({
  traceId: partOf(fields, 1).toString('hex'),
  spanId: partOf(fields, 2).toString('hex'),
  parentId: partOf(fields, 4).toString('hex'),
  name: partOf(fields, 5).toString(),
  startedAt: numberOf(fields, 7),
  endedAt: numberOf(fields, 8),
  attributes: attributesOf(fields, 9),
  isFailed: numberOf(fieldsOf(partOf(fields, 15)), 3) === 2n,
  resource,
});

const attributesOf = (fields: Fields, number: number): Record<string, string | number> =>
  Object.fromEntries(
    partsOf(fields, number).map((pair) => {
      const [key, value] = [partOf(fieldsOf(pair), 1), fieldsOf(partOf(fieldsOf(pair), 2))];
      return [key.toString(), value.has(1) ? partOf(value, 1).toString() : Number(numberOf(value, 3))];
    }),
  );
