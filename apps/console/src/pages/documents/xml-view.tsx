import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { type Finding, wordsOf } from '../../ui/findings.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { payloadQuery } from './queries.ts';
import { type Piece, piecesOf } from './xml-pieces.ts';

/** Lines around a finding that are shown with it. */
const CONTEXT = 2;
/** Lines of a document without findings that are shown at once. */
const FIRST_LINES = 400;

/** The XML of a document as text, the lines with findings marked, those without folded. */
export function XmlView({ id, findings }: { id: string; findings: readonly Finding[] }) {
  const { data, error, isPending, refetch } = useQuery(payloadQuery(id));
  const [isWhole, setWhole] = useState(false);
  if (isPending) return <Loading />;
  if (error) return <Failed error={error} again={() => refetch()} />;
  const lines = data.split('\n');
  const byLine = new Map<number, Finding[]>();
  for (const finding of findings)
    if (finding.line !== undefined) byLine.set(finding.line, [...(byLine.get(finding.line) ?? []), finding]);
  const shown = isWhole ? lines.map(() => true) : visible(lines.length, [...byLine.keys()]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="xml" tabIndex={0} aria-label="XML with findings">
      {lines.map((line, i) => {
        if (!shown[i])
          return shown[i - 1] !== false ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its number
            <Fold key={i} from={i} shown={shown} show={() => setWhole(true)} />
          ) : null;
        const found = byLine.get(i + 1) ?? [];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its number
          <Fragment key={i}>
            <Line number={i + 1} text={line} found={found} />
            {found.map((finding) => (
              <Say key={`${finding.code}${finding.message}`} finding={finding} />
            ))}
          </Fragment>
        );
      })}
    </section>
  );
}

function visible(count: number, hits: readonly number[]): boolean[] {
  if (hits.length === 0) return Array.from({ length: count }, (_, i) => i < FIRST_LINES);
  const shown = new Array<boolean>(count).fill(false);
  for (const hit of hits)
    for (let i = Math.max(0, hit - 1 - CONTEXT); i < Math.min(count, hit + CONTEXT); i++) shown[i] = true;
  return shown;
}

function Fold({ from, shown, show }: { from: number; shown: readonly boolean[]; show: () => void }) {
  const next = shown.indexOf(true, from);
  const to = next < 0 ? shown.length : next;
  return (
    <div className="fold">
      lines {from + 1} to {to}{' '}
      <button type="button" className="link" onClick={show}>
        show
      </button>
    </div>
  );
}

function Line({ number, text, found }: { number: number; text: string; found: readonly Finding[] }) {
  const tone = found.some((finding) => finding.severity === 'ERROR') ? 'hit' : found.length > 0 ? 'warn' : '';
  return (
    <div className={`l ${tone}`} id={`line-${number}`}>
      <i>{number}</i>
      <span>
        {piecesOf(text).map((piece, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line that never changes
          <PieceOf key={i} piece={piece} isMarked={tone !== ''} />
        ))}
      </span>
    </div>
  );
}

function PieceOf({ piece, isMarked }: { piece: Piece; isMarked: boolean }) {
  if (piece.kind === 'markup') return <u>{piece.text}</u>;
  if (piece.kind === 'attribute') return <em>{piece.text}</em>;
  return isMarked && piece.text.trim() ? <mark>{piece.text}</mark> : piece.text;
}

function Say({ finding }: { finding: Finding }) {
  return (
    <div className={`say${finding.severity === 'ERROR' ? '' : ' w'}`}>
      {finding.found !== undefined && finding.expected !== undefined && (
        <b>
          Found {finding.found}, expected {finding.expected}.{' '}
        </b>
      )}
      {wordsOf(finding)}
    </div>
  );
}
