import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

type Done = Parameters<SpanExporter['export']>[1];

/** Tells how each batch ended, and the log when that changes: a collector that is away for a day is one line. */
export class WatchedExporter implements SpanExporter {
  onExported: (count: number, isDelivered: boolean) => void = () => undefined;
  readonly #exporter: SpanExporter;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  #isAway = false;

  constructor(exporter: SpanExporter, log: Pick<Logger, 'info' | 'warn'>) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: Done): void {
    this.#exporter.export(spans, (result) => {
      const isDelivered = result.code === DELIVERED;
      this.onExported(spans.length, isDelivered);
      this.#tell(isDelivered, result.error);
      done(result);
    });
  }

  #tell(isDelivered: boolean, error: Error | undefined): void {
    if (isDelivered && this.#isAway) this.#log.info('the collector takes traces again');
    if (!isDelivered && !this.#isAway)
      this.#log.warn(
        { reason: error?.message.slice(0, 300) },
        'the collector does not take traces; what it misses is lost. Look at OTEL_EXPORTER_OTLP_ENDPOINT',
      );
    this.#isAway = !isDelivered;
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}

/** ExportResultCode.SUCCESS of @opentelemetry/core. */
const DELIVERED = 0;
