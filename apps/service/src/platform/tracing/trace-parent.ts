import { isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api';

/** [Trace Context 3.2]: later versions may say more behind it, which is not looked at. */
const TRACE_PARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;
const OF_VERSION_00 = 55;
/** Nobody has more to say. */
const LONGEST = 512;

/** What a `traceparent` names, undefined where it is none. Whether it was sampled is all that its flags tell us. */
export function parseTraceParent(text: string): SpanContext | undefined {
  if (text.length > LONGEST) return undefined;
  const [, version, traceId = '', spanId = '', flags = ''] = TRACE_PARENT.exec(text) ?? [];
  if (version === '00' && text.length !== OF_VERSION_00) return undefined;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const found = { traceId, spanId, traceFlags };
  return isSpanContextValid(found) ? found : undefined;
}

export const formatTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
