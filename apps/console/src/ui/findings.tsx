import { Lenticel } from './lenticel.tsx';

/** What a rule says of a document. */
export interface Finding {
  severity: string;
  code: string;
  message: string;
  found?: string;
  expected?: string;
  line?: number;
  location?: string;
  /** How often the same was found. */
  count?: number;
}

/** The findings of a document: errors by line, then warnings. */
export function Findings(props: {
  findings: readonly Finding[];
  total: number;
  title?: string;
  /** What a corrected file has no more. */
  isGone?: (finding: Finding) => boolean;
  /** The one that is looked at, and what has another one looked at. */
  chosen?: Finding | undefined;
  choose?: (finding: Finding) => void;
}) {
  const { findings, total, title = 'Findings', isGone, chosen, choose } = props;
  const sorted = inOrder(findings);
  const entryOf = (finding: Finding) => ({
    finding,
    isGone: isGone?.(finding) ?? false,
    isChosen: finding === chosen,
    choose,
  });
  const shown = findings.reduce((sum, finding) => sum + (finding.count ?? 1), 0);
  return (
    <>
      <div className="sec">
        <h2>
          {title} <small>{total > shown ? `${shown} of ${total}` : total}</small>
        </h2>
        {choose && sorted.length > 1 && (
          <span className="end">
            <span>
              <kbd>n</kbd> next <kbd>p</kbd> previous
            </span>
          </span>
        )}
      </div>
      <div className="find-l">
        {sorted.map((finding, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings of one document never change
          <FindingEntry key={i} {...entryOf(finding)} />
        ))}
      </div>
    </>
  );
}

/** Errors by line, then warnings. */
export const inOrder = <Found extends Finding>(findings: readonly Found[]): Found[] =>
  findings.toSorted(
    (a, b) =>
      Number(a.severity === 'WARNING') - Number(b.severity === 'WARNING') || (a.line ?? 0) - (b.line ?? 0),
  );

function FindingEntry(props: {
  finding: Finding;
  isGone: boolean;
  isChosen: boolean;
  choose?: ((finding: Finding) => void) | undefined;
}) {
  const { finding, isGone, isChosen, choose } = props;
  const isError = finding.severity === 'ERROR';
  return (
    <article className="finding" aria-current={isChosen ? 'true' : undefined}>
      {isGone ? (
        <Lenticel mark="done" tone="done" />
      ) : (
        <Lenticel mark={isError ? 'stop' : 'retry'} tone={isError ? 'stop' : 'wait'} />
      )}
      <div>
        <h3>
          {isGone ? (
            <>
              <del>{wordsOf(finding)}</del> <small>mended</small>
            </>
          ) : (
            wordsOf(finding)
          )}
        </h3>
        {(finding.found !== undefined || finding.expected !== undefined) && (
          <dl className="fx">
            {finding.found !== undefined && (
              <>
                <dt>Found</dt>
                <dd className="f">{finding.found}</dd>
              </>
            )}
            {finding.expected !== undefined && (
              <>
                <dt>Expected</dt>
                <dd className="e">{finding.expected}</dd>
              </>
            )}
          </dl>
        )}
        <Where finding={finding} choose={choose} />
      </div>
    </article>
  );
}

/** Its rule and its place, which leads to the line. */
function Where(props: { finding: Finding; choose: ((finding: Finding) => void) | undefined }) {
  const { finding, choose } = props;
  return (
    <p className="where">
      {finding.code}
      {finding.line !== undefined && (
        <>
          ,{' '}
          <a
            className="link"
            href={`#line-${finding.line}`}
            onClick={(event) => {
              if (!choose) return;
              event.preventDefault();
              choose(finding);
            }}
          >
            line {finding.line}
          </a>
        </>
      )}
      {finding.count !== undefined && finding.count > 1 && `, ${finding.count} times`}
      {finding.severity !== 'ERROR' && ', warning'}
      {finding.location && (
        <>
          <br />
          <span className="mono">{finding.location}</span>
        </>
      )}
    </p>
  );
}

/** What is wrong; without its last sentence where that only says what stands in columns of its own. */
export function wordsOf({ message, found, expected }: Finding): string {
  return message.replace(` Found ${found}, expected ${expected}.`, '');
}

/** The findings as plain text, for a mail. */
export function findingsAsText(findings: readonly Finding[]): string {
  return findings
    .map((finding) => {
      const { code, line, found, expected } = finding;
      const where = line === undefined ? '' : `, line ${line}`;
      const values =
        found === undefined
          ? ''
          : `\n  Found ${found}${expected === undefined ? '' : `, expected ${expected}`}`;
      return `${code}${where}: ${wordsOf(finding)}${values}`;
    })
    .join('\n');
}
