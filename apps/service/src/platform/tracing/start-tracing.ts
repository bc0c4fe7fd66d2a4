import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import { BoundedProcessor, MOST_SPANS } from './bounded-processor.ts';
import { traceWith } from './spans.ts';
import type { TracingSettings } from './tracing-settings.ts';
import { WatchedExporter } from './watched-exporter.ts';

interface TracingContext {
  log: Pick<Logger, 'info' | 'warn'>;
  metrics: Pick<Metrics, 'spans'>;
  nodeId: string;
  network: string;
}

/** Characters of an attribute; a stop waits no longer for a collector than this many milliseconds. */
const LONGEST_VALUE = 256;
const LAST_DELIVERY_MS = 3_000;
const BATCH = 512;
const BATCH_EVERY_MS = 2_000;

/**
 * Loaded only where traces are asked for: spans go to a collector by OTLP over HTTP, many at once. It is given up on
 * spans, never on work: those that find no room are counted and forgotten. Answers how to end it.
 */
export function startTracing(
  settings: TracingSettings,
  { log, metrics, nodeId, network }: TracingContext,
): () => Promise<void> {
  const { url, headers, timeoutMs } = settings;
  const exporter = new WatchedExporter(
    new OTLPTraceExporter({ url, headers, timeoutMillis: timeoutMs, concurrencyLimit: 8 }),
    log,
  );
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MOST_SPANS,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: BATCH_EVERY_MS,
    exportTimeoutMillis: timeoutMs + 1_000,
  });
  const spans = new BoundedProcessor(batches, exporter, metrics.spans);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'deployment.environment.name': network,
      ...settings.resource,
      'service.name': settings.serviceName,
      'service.instance.id': nodeId,
    }),
    sampler: samplerOf(settings.sampler),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE, attributeCountLimit: 32 },
    spanProcessors: [spans],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  traceWith(provider.getTracer('pappel'));
  log.info({ collector: new URL(url).host, sampler: settings.sampler.name }, 'traces go to a collector');
  return async () => {
    traceWith(undefined);
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, LAST_DELIVERY_MS);
    await Promise.race([provider.shutdown().catch(() => undefined), late.promise]);
    clearTimeout(timer);
    context.disable();
  };
}

/**
 * With `parentbased_…` a trace is recorded as a whole or not at all, and its first span of ours decides: a stranger's flag
 * would let anybody make us record, or keep us from it.
 */
function samplerOf({ name, ratio }: TracingSettings['sampler']): Sampler {
  const root = ROOTS[name.replace('parentbased_', '') as keyof typeof ROOTS](ratio);
  if (!name.startsWith('parentbased_')) return root;
  return new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root });
}

const ROOTS = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio: number) => new TraceIdRatioBasedSampler(ratio),
};
