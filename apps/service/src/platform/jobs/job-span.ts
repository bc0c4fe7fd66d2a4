import { SpanKind } from '@opentelemetry/api';
import type { JobSubject } from '../db/job-tables.ts';
import { carriedBy } from '../tracing/carry.ts';
import { inSpan, markFailed } from '../tracing/spans.ts';

interface TracedJob {
  name: string;
  job: { payload: unknown };
  /** The ids in the payload. */
  subject: JobSubject;
}

const FAILURES: ReadonlySet<string> = new Set(['failed', 'ended', 'trouble']);

/** Does a job in the trace of who asked for it. */
export function inJobSpan<Outcome extends string>(
  { name, job, subject }: TracedJob,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const ids = Object.entries(subject).map(([id, value]) => [attributeOf(id), value]);
  const attributes = { 'pappel.job.name': name, ...Object.fromEntries(ids) };
  const options = { attributes, kind: SpanKind.CONSUMER, parent: carriedBy(job.payload) };
  return inSpan(name, options, async (span) => {
    const outcome = await work();
    span.setAttribute('pappel.job.outcome', outcome);
    if (FAILURES.has(outcome)) markFailed(span, outcome);
    return outcome;
  });
}

/** `messageId` is `pappel.message.id`. */
const attributeOf = (id: string): string =>
  `pappel.${id.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}.id`;
