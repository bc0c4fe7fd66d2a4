import { MARKS } from './lenticel.tsx';
import { type Line, type OnItsWay, type Stop, sentenceOf, wayOf } from './way-of.ts';

const COLOURS = {
  done: 'var(--leaf)',
  wait: 'var(--ochre)',
  stop: 'var(--rust)',
  move: 'var(--ink)',
  rest: 'var(--ink-3)',
  unknown: 'var(--edge)',
} as const;

const X = [2.5, 29.5, 56.5, 83.5] as const;

/** The way of a document as it stands in a row of a table. */
export function Trace({ document }: { document: OnItsWay }) {
  const us = document.direction === 'INBOUND' ? 2 : 1;
  const stops = wayOf(document);
  return (
    <svg className="trace" viewBox="0 0 92 14" role="img" aria-label={sentenceOf(document)}>
      {stops.map((stop, i) => (
        <TraceLine key={`line ${X[i]}`} line={stop.line} from={(X[i] ?? 0) + 9.5} />
      ))}
      {stops.map((stop, i) => (
        <TraceStop key={X[i]} stop={stop} x={X[i] ?? 0} us={i === us} />
      ))}
    </svg>
  );
}

/** Drawn, not referred to: four references in each row of a long list are dear. */
function TraceStop({ stop, x, us }: { stop: Stop; x: number; us: boolean }) {
  const place = us ? `translate(${x} 0) scale(1.07)` : `translate(${x} 1.5) scale(.845)`;
  return (
    <g transform={place} color={COLOURS[stop.tone]}>
      {MARKS[stop.mark]}
    </g>
  );
}

const LINES: Record<
  Exclude<Line, 'cut'>,
  { stroke: string; strokeDasharray?: string; className?: string }
> = {
  done: { stroke: 'var(--leaf)' },
  moving: { stroke: 'var(--ink)', strokeDasharray: '3 3', className: 'flow' },
  waiting: { stroke: 'var(--ochre)', strokeDasharray: '3 2.5' },
  ahead: { stroke: 'var(--line-2)', strokeDasharray: '1.5 2.5' },
};

function TraceLine({ line, from }: { line: Line | undefined; from: number }) {
  if (line === undefined) return null;
  const to = from + 16;
  if (line !== 'cut') return <path d={`M${from} 7H${to}`} strokeWidth="1.4" {...LINES[line]} />;
  return (
    <>
      <path d={`M${from} 7h5`} stroke="var(--rust)" strokeWidth="1.4" />
      <path d={`M${from + 8} 7H${to}`} stroke="var(--line-2)" strokeWidth="1.2" strokeDasharray="1.5 2.5" />
    </>
  );
}
