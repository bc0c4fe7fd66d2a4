import { type Context, context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, isTracing, markFailed } from '../tracing/spans.ts';
import { parseTraceParent } from '../tracing/trace-parent.ts';

/** Whose callers may have their own trace go on in ours. */
const FOLLOWED = 'POST /v1/messages';

/**
 * A span for each request, by the pattern of its route: a path may hold a secret. To be called before other hooks are
 * added; where nobody traces nothing is added.
 */
export function traceRequests(server: FastifyInstance): void {
  if (!isTracing()) return;
  const contexts = new WeakMap<FastifyRequest, Context>();
  const within = (request: FastifyRequest, done: () => void): void =>
    context.with(contexts.get(request) ?? ROOT_CONTEXT, done);
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isProbe(request.routeOptions.url)) contexts.set(request, begin(request));
    within(request, done);
  });
  // The body came in by events of its connection, which know nothing of the request.
  server.addHook('preHandler', (request, _reply, done) => within(request, done));
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
    span?.setAttribute('http.response.status_code', statusCode);
    if (span && statusCode >= 500) markFailed(span, String(statusCode));
    span?.end();
    within(request, done);
  });
}

/** Asked every few seconds by machines. */
export const isProbe = (route = ''): boolean => /^\/health(\/|$)/.test(route) || route === '/metrics';

function begin({ method, routeOptions: { url: route }, id, headers }: FastifyRequest): Context {
  const name = route === undefined ? method : `${method} ${route}`;
  const attributes = { 'http.request.method': method, 'http.route': route, 'pappel.request.id': id };
  const parent = name === FOLLOWED ? parentOf(headers['traceparent']) : ROOT_CONTEXT;
  return trace.setSpan(parent, beginSpan(name, { attributes, kind: SpanKind.SERVER, parent }));
}

/** Of a stranger we take the ids alone; whether we record is ours to decide. */
function parentOf(header: string | string[] | undefined): Context {
  const parent = typeof header === 'string' ? parseTraceParent(header) : undefined;
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}
