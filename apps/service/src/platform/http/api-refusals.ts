import { ERROR_CODES, type ErrorCode } from '../errors.ts';
import { header, LIMIT_HEADERS } from './api-headers.ts';
import type { Shown } from './api-schemas.ts';
import type { Endpoint } from './endpoint.ts';

/** Every refusal that a route can answer, by status. One code alone is named once for all routes. */
export function refusals(own: readonly ErrorCode[], endpoint: Endpoint): Record<string, Shown> {
  const codes = new Set<ErrorCode>([...own, ...ofInput(endpoint), ...ALWAYS]);
  const byStatus = Map.groupBy(codes, (code) => String(ERROR_CODES[code][0]));
  return Object.fromEntries(
    [...byStatus].sort().map(([status, some]) => {
      const [only] = some;
      return [status, some.length === 1 ? { $ref: `#/components/responses/${only}` } : refusal(status, some)];
    }),
  );
}

/** The refusals of one code and the examples that these paths name, for `components`. */
export function namedRefusals(paths: Record<string, Shown>): {
  responses: Record<string, Shown>;
  examples: Record<string, Shown>;
} {
  const requestId = '0199aa00-0000-7000-8000-000000000000';
  const all = Object.entries(ERROR_CODES) as [ErrorCode, readonly [number, string]][];
  const text = JSON.stringify(paths);
  const alone = all.filter(([code]) => text.includes(`responses/${code}"`));
  const named = all.filter((one) => alone.includes(one) || text.includes(`examples/${one[0]}"`));
  return {
    responses: Object.fromEntries(alone.map(([code, [status]]) => [code, refusal(String(status), [code])])),
    examples: Object.fromEntries(
      named.map(([code, [, message]]) => [code, { value: { error: { code, message, requestId } } }]),
    ),
  };
}

const ALWAYS: ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'UNAVAILABLE'];

function ofInput({ schema: { params, body, bytes } }: Endpoint): ErrorCode[] {
  return [
    ...(params ? (['NOT_FOUND'] as const) : []),
    ...(body || bytes ? (['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE'] as const) : []),
    ...(body ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : []),
  ];
}

function refusal(status: string, codes: readonly ErrorCode[]): Shown {
  return {
    description: codes.map((code) => `${code}: ${ERROR_CODES[code][1]}`).join('\n\n'),
    headers: {
      ...header('X-Request-Id'),
      ...header('X-Pappel-Environment'),
      ...(status === '429' ? LIMIT_HEADERS : {}),
      ...(status === '429' || status === '503' ? header('Retry-After') : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
