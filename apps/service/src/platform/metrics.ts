import { Counter, collectDefaultMetrics, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** Messages at our AS4 endpoint by what became of them. */
  inbound: Counter<'outcome'>;
}

/** Prometheus metrics, served on the operator port. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const inbound = new Counter({
    name: 'pappel_inbound_messages_total',
    help: 'Messages at the AS4 endpoint by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { registry, inbound };
}
