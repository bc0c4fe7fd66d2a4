import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { Copy } from '../../ui/copy.tsx';
import { type Finding, wordsOf } from '../../ui/findings.tsx';
import { number } from '../../ui/format.ts';
import { Failed, Loading } from '../../ui/states.tsx';
import { payloadQuery } from './queries.ts';
import { type Piece, piecesOf } from './xml-pieces.ts';

/** Lines around a finding that are shown with it. */
const CONTEXT = 2;
/** Lines of a document without findings that are shown at once. */
const FIRST_LINES = 400;
/** Lines of a fold that open at once: a document of 40 MiB has a million. */
const MORE_LINES = 2000;

/** The XML of a document as text, the lines with findings marked, those without folded. */
export function XmlView(props: {
  id: string;
  findings: readonly Finding[];
  /** The finding that is looked at, and what has another one looked at. */
  chosen?: Finding | undefined;
  choose?: (finding: Finding) => void;
}) {
  const { data, error, isPending, refetch } = useQuery(payloadQuery(props.id));
  if (isPending) return <Loading />;
  if (error) return <Failed error={error} again={() => refetch()} />;
  return <Lines {...props} xml={data} />;
}

function Lines({ xml, findings, chosen, choose }: Parameters<typeof XmlView>[0] & { xml: string }) {
  const [isWrapped, setWrapped] = useState(false);
  const [opened, setOpened] = useState<readonly Range[]>([]);
  const box = useRef<HTMLElement>(null);
  const look = isWrapped ? 'xml wrapped' : 'xml';
  const lines = useMemo(() => xml.split('\n'), [xml]);
  const byLine = Map.groupBy(findings, ({ line }) => line ?? 0);
  const ranges = shownOf(lines.length, [...byLine.keys()], opened);
  useEffect(() => {
    const line = chosen?.line && box.current?.querySelector(`#line-${chosen.line}`);
    if (line) line.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <>
      <p className="xml-acts">
        <button
          type="button"
          className="btn sm"
          aria-pressed={isWrapped}
          onClick={() => setWrapped(!isWrapped)}
        >
          Wrap
        </button>
        <Copy value={xml} label="Copy the XML" />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={box} className={look} tabIndex={0} aria-label="XML with findings">
        {ranges.map(({ from, to, isShown }) =>
          isShown ? (
            <Fragment key={from}>
              {lines.slice(from, to).map((line, i) => {
                const found = byLine.get(from + i + 1) ?? [];
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its number
                  <Fragment key={i}>
                    <Line
                      number={from + i + 1}
                      text={line}
                      found={found}
                      isChosen={found.some((finding) => finding === chosen)}
                      choose={choose}
                    />
                    {found.map((finding) => (
                      <Say key={`${finding.code}${finding.message}`} finding={finding} />
                    ))}
                  </Fragment>
                );
              })}
            </Fragment>
          ) : (
            <div className="fold" key={from}>
              lines {from + 1} to {to}{' '}
              <button
                type="button"
                className="link"
                onClick={() => setOpened([...opened, { from, to: Math.min(to, from + MORE_LINES) }])}
              >
                {to - from > MORE_LINES ? `show ${number(MORE_LINES)}` : 'show'}
              </button>
            </div>
          ),
        )}
      </section>
    </>
  );
}

/** Lines from one on, counted from 0, up to but without another. */
interface Range {
  from: number;
  to: number;
}

/** All lines of a document in ranges: those around findings, or else the first, and those that were opened are shown. */
function shownOf(count: number, hits: readonly number[], opened: readonly Range[]) {
  const around = hits
    .filter((hit) => hit > 0)
    .map((hit) => ({ from: Math.max(0, hit - 1 - CONTEXT), to: Math.min(count, hit + CONTEXT) }));
  const shown = [
    ...(around.length > 0 ? around : [{ from: 0, to: Math.min(count, FIRST_LINES) }]),
    ...opened,
  ];
  const ranges: (Range & { isShown: boolean })[] = [];
  let at = 0;
  for (const { from, to } of shown.sort((a, b) => a.from - b.from)) {
    if (to <= at) continue;
    if (from > at) ranges.push({ from: at, to: from, isShown: false });
    ranges.push({ from: Math.max(at, from), to, isShown: true });
    at = to;
  }
  return at < count ? [...ranges, { from: at, to: count, isShown: false }] : ranges;
}

function Line(props: {
  number: number;
  text: string;
  found: readonly Finding[];
  isChosen: boolean;
  choose?: ((finding: Finding) => void) | undefined;
}) {
  const { number: at, text, found, isChosen, choose } = props;
  const tone = found.some((finding) => finding.severity === 'ERROR') ? 'hit' : found.length > 0 ? 'warn' : '';
  const [first] = found;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: n and p do the same by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: n and p do the same by keyboard
    <div
      className={`l ${tone}${isChosen ? ' cur' : ''}`}
      id={`line-${at}`}
      onClick={first && choose && (() => choose(first))}
    >
      <i>{at}</i>
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
