import type { ReactNode } from 'react';
import { SHAPES } from './lenticel.tsx';
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
  return (
    <svg className="trace" viewBox="0 0 92 14" role="img" aria-label={sentenceOf(document)}>
      {drawingOf(document)}
    </svg>
  );
}

/** What was drawn: of the rows of a list most are on the same way. */
const drawn = new Map<string, ReactNode>();

function drawingOf(document: OnItsWay): ReactNode {
  const key = `${document.direction} ${document.status} ${document.mls?.status}`;
  const before = drawn.get(key);
  if (before !== undefined) return before;
  const drawing = draw(wayOf(document), document.direction === 'INBOUND' ? 2 : 1);
  drawn.set(key, drawing);
  return drawing;
}

/** Four marks, ours the larger, and the lines between them: as few paths as there can be, as a list has very many. */
const draw = (stops: readonly Stop[], us: number): ReactNode => [
  ...stops.flatMap(({ line }, i) => (line === undefined ? [] : lineOf(line, (X[i] ?? 0) + 9.5))),
  ...stops.flatMap(({ mark, tone }, i) => {
    const x = X[i] ?? 0;
    const transform = i === us ? `translate(${x} 0) scale(1.07)` : `translate(${x} 1.5) scale(.845)`;
    return SHAPES[mark].map((shape) => (
      <path key={`mark ${x} ${shape.d}`} transform={transform} color={COLOURS[tone]} {...shape} />
    ));
  }),
];

const LINES: Record<
  Exclude<Line, 'cut'>,
  { stroke: string; strokeDasharray?: string; className?: string }
> = {
  done: { stroke: 'var(--leaf)' },
  moving: { stroke: 'var(--ink)', strokeDasharray: '3 3', className: 'flow' },
  waiting: { stroke: 'var(--ochre)', strokeDasharray: '3 2.5' },
  ahead: { stroke: 'var(--line-2)', strokeDasharray: '1.5 2.5' },
};

function lineOf(line: Line, from: number): ReactNode[] {
  const to = from + 16;
  if (line !== 'cut')
    return [<path key={`line ${from}`} d={`M${from} 7H${to}`} strokeWidth="1.4" {...LINES[line]} />];
  return [
    <path key={`line ${from}`} d={`M${from} 7h5`} stroke="var(--rust)" strokeWidth="1.4" />,
    <path
      key={`rest ${from}`}
      d={`M${from + 8} 7H${to}`}
      stroke="var(--line-2)"
      strokeWidth="1.2"
      strokeDasharray="1.5 2.5"
    />,
  ];
}
