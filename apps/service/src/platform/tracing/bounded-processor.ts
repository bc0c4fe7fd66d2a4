import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Counter } from 'prom-client';
import type { WatchedExporter } from './watched-exporter.ts';

/** So many ended spans wait for the collector at most, some 2 KB each. */
export const MOST_SPANS = 2_048;

/** Passes on what finds room, and counts what becomes of all of it. What is on its way to the collector takes room too. */
export class BoundedProcessor implements SpanProcessor {
  readonly #batches: SpanProcessor;
  readonly #counter: Counter<'outcome'>;
  #kept = 0;

  constructor(batches: SpanProcessor, exporter: WatchedExporter, counter: Counter<'outcome'>) {
    this.#batches = batches;
    this.#counter = counter;
    exporter.onExported = (count, isDelivered) => {
      this.#kept -= count;
      counter.inc({ outcome: isDelivered ? 'delivered' : 'lost' }, count);
    };
  }

  onStart(...started: Parameters<SpanProcessor['onStart']>): void {
    this.#batches.onStart(...started);
  }

  onEnd(span: ReadableSpan): void {
    if (this.#kept >= MOST_SPANS) {
      this.#counter.inc({ outcome: 'lost' });
      return;
    }
    this.#kept++;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }
}
