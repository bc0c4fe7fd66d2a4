import type { UseQueryResult } from '@tanstack/react-query';
import { Findings } from '../../ui/findings.tsx';
import { bytes, count, typeName } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import { Failed } from '../../ui/states.tsx';
import { CHECKED_BYTES, type checkQuery, type Draft } from './send-queries.ts';

type Checked = Awaited<ReturnType<NonNullable<ReturnType<typeof checkQuery>['queryFn']>>>;

/** What the rules say of the document as it stands. */
export function Verdict({ draft, check }: { draft: Draft; check: UseQueryResult<Checked> }) {
  const { data, error, isFetching } = check;
  if (draft.payload.trim() === '') return null;
  if (draft.payload.length > CHECKED_BYTES)
    return (
      <p className="hint">
        Above {bytes(CHECKED_BYTES)} it is checked when it is sent, and goes nowhere if it breaks a rule.
      </p>
    );
  return (
    <section className="verdict" aria-label="Check" aria-busy={isFetching}>
      {error && <Failed error={error} />}
      {data && !error && (
        <>
          <p className="line" role="status">
            {data.verdict === 'VALID' && <Pill tone="done" mark="done" label="Keeps the rules" big />}
            {data.verdict === 'VALIDATION_FAILED' && (
              <Pill tone="stop" mark="stop" label={count(data.errors, 'broken rule')} big />
            )}
            {data.verdict === 'SKIPPED' && <Pill tone="wait" mark="wait" label="No rules for this" big />}
            <span className="dim">
              {typeName(data.type)} {data.documentNumber}
              {data.rulesetVersion ? `, rules of ${data.rulesetVersion}` : ''}
              {data.warnings > 0 ? `, ${count(data.warnings, 'warning')}` : ''}
            </span>
          </p>
          {data.findings.length > 0 && (
            <Findings findings={data.findings} total={data.errors + data.warnings} />
          )}
        </>
      )}
      {!data && !error && <p className="hint">Checking…</p>}
    </section>
  );
}
