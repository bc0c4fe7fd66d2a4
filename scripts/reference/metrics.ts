import type { MetricObject } from 'prom-client';
import { addGauges, type GaugeDeps } from '../../apps/service/src/health/gauges.ts';
import { createMetrics } from '../../apps/service/src/platform/metrics.ts';
import { code, pageOf, table } from './table.ts';

export function metricsPage(): string {
  const metrics = createMetrics();
  // Looked up at a scrape, which never comes.
  const certificate = { validTo: new Date(0) };
  const identity = { accessPoint: { certificate }, smp: { certificate }, formerAccessPoints: [] };
  const siblings = { count: 2 };
  const parts = { database: {}, health: {}, config: {}, streams: {}, siblings };
  addGauges({ metrics, identity, ...parts } as unknown as GaugeDeps);
  const all = metrics.registry.getMetricsAsArray() as (MetricObject & { labelNames?: string[] })[];
  const sorted = all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const rowsOf = (ours: boolean) =>
    sorted
      .filter(({ name }) => name.startsWith('pappel_') === ours)
      .map(({ name, type, labelNames = [], help }) => [
        code(name),
        String(type),
        labelNames.map(code).join(', '),
        help,
      ]);
  const head = ['Metric', 'Type', 'Labels', ''];
  return pageOf(
    'Metrics',
    'apps/service/src/platform/metrics.ts, apps/service/src/health/gauges.ts',
    'What `GET /metrics` on the operator’s port answers, in the format of Prometheus. How to watch them: [monitoring](../monitoring.md).',
    table(head, rowsOf(true)),
    `## Of the process\n\n${table(head, rowsOf(false))}`,
  );
}
