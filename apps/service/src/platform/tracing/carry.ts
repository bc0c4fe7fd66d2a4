import type { Context } from '@opentelemetry/api';
import { activeTraceParent, contextOf } from './spans.ts';

/**
 * The trace goes with a job in what it is told, so that a try after hours, or by another process, stands in it too. Those
 * who know nothing of it pay no heed to the field.
 */
export function carrying<Payload extends object>(
  payload: Payload,
  traceparent: string | null = activeTraceParent() ?? null,
): Payload {
  return traceparent === null ? payload : { ...payload, traceparent };
}

/** In which a job with this payload is done: in a trace of its own where it carries none. */
export function carriedBy(payload: unknown): Context {
  const carried: unknown = typeof payload === 'object' && payload ? Reflect.get(payload, 'traceparent') : '';
  return contextOf(typeof carried === 'string' ? carried : undefined);
}
