import { AggregatorRegistry } from 'prom-client';
import type { Counted } from '../platform/siblings.ts';

/** What Node tells of a process; sums of it would tell nothing. */
const OF_ONE = /^(?:process|nodejs)_/;

/**
 * One page for all processes, in the text format of Prometheus: what we count is added up, unless a metric says otherwise by
 * its `aggregator`; what Node tells has a label `process`.
 */
export function mergeMetrics(all: readonly { process: number; counted: Counted }[]): Promise<string> {
  const labelled = all.map(({ process, counted }) =>
    counted.map((metric) => (OF_ONE.test(metric.name) ? ofProcess(metric, process) : metric)),
  );
  return AggregatorRegistry.aggregate(labelled).metrics();
}

function ofProcess(metric: Counted[number], process: number): Counted[number] {
  const values = metric.values.map((value) => ({
    ...value,
    labels: { ...value.labels, process: String(process) },
  }));
  return { ...metric, values, aggregator: 'first' };
}
