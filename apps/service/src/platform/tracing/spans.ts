import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { formatTraceParent, parseTraceParent } from './trace-parent.ts';

/** Of this process; there is one only where OpenTelemetry is set up, and nothing here costs anything without it. */
let tracer: Tracer | undefined;

/** From now on spans are made by this one, or by none. */
export function traceWith(given: Tracer | undefined): void {
  tracer = given;
}

export const isTracing = (): boolean => tracer !== undefined;

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** What a span is about, besides its time: never a payload, a secret, or a text of unknown length. */
export interface SpanOptions {
  attributes?: Attributes;
  kind?: SpanKind;
  /** Under which it stands; under the active one when omitted. */
  parent?: Context;
}

/** A span that the caller ends. */
export function beginSpan(name: string, { attributes = {}, kind, parent }: SpanOptions = {}): Span {
  const options = { attributes, kind: kind ?? SpanKind.INTERNAL };
  return tracer?.startSpan(name, options, parent ?? context.active()) ?? NO_SPAN;
}

/** Does work in a span of its own, which names the kind of what it throws. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work(NO_SPAN);
  const span = beginSpan(name, options);
  try {
    return await context.with(trace.setSpan(options.parent ?? context.active(), span), work, undefined, span);
  } catch (error) {
    markFailed(span, kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** A span of something that is over already. */
export function noteSpan(name: string, from: Date, milliseconds: number): void {
  tracer?.startSpan(name, { startTime: from }).end(from.getTime() + milliseconds);
}

/** Says more about what is being done. */
export function noteInSpan(attributes: Attributes): void {
  if (tracer) trace.getActiveSpan()?.setAttributes(attributes);
}

/** Where a call goes: a path may hold a secret. */
export function placeOf(url: string): Attributes {
  const { hostname, port, protocol } = URL.parse(url) ?? {};
  if (!hostname) return {};
  return { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'http:' ? 80 : 443) };
}

/** A code or the name of an error: its message may quote others. */
export function markFailed(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function kindOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : typeof error;
}

/** Under which the jobs of a job stand: beside it, so that the tenth try is no deeper than the first. */
const ORIGIN = createContextKey('origin');

/** What is done for whom a `traceparent` of ours names: in the same trace, whatever process it began in. */
export function contextOf(traceParent: string | null | undefined): Context {
  const parent = tracer && traceParent ? parseTraceParent(traceParent) : undefined;
  if (!parent) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, parent).setValue(ORIGIN, traceParent);
}

/** By which what comes of this can be put in the same trace later; undefined outside any. */
export function activeTraceParent(): string | undefined {
  if (!tracer) return undefined;
  const origin = context.active().getValue(ORIGIN);
  if (typeof origin === 'string') return origin;
  const active = trace.getActiveSpan()?.spanContext();
  return active && formatTraceParent(active);
}

interface TraceFields {
  trace_id?: string;
  span_id?: string;
}

/** For lines of the log that are written while something is done. */
export const traceFields = (): TraceFields => fieldsOf(trace.getActiveSpan()?.spanContext());

/** For those that are written about it afterwards. */
export const traceFieldsOf = (traceParent: string | null): TraceFields =>
  fieldsOf(traceParent === null ? undefined : parseTraceParent(traceParent));

const fieldsOf = (found: SpanContext | undefined): TraceFields =>
  found ? { trace_id: found.traceId, span_id: found.spanId } : {};
