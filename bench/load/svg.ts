import { escapeText } from '@pappel/xml/write';

export interface Line {
  label: string;
  points: readonly (readonly [minutes: number, value: number])[];
}

export interface Panel {
  title: string;
  isLogarithmic?: boolean;
  lines: readonly Line[];
}

export interface Axis {
  /** Minutes. */
  until: number;
  marks: readonly { x: number; label: string }[];
}

const WIDTH = 800;
const LEFT = 60;
const RIGHT = 150;
const HEIGHT = 130;
const GAP = 40;
const TOP = 42;
/** Told apart in grey too, by their order of lightness. */
const COLOURS = ['#1b4f72', '#d35400', '#7d9d3c', '#8e5ea2'];

/** Panels under each other over one axis of time. */
export function drawPanels(panels: readonly Panel[], axis: Axis): string {
  const height = TOP + panels.length * (HEIGHT + GAP);
  const x = (minutes: number): number => LEFT + (minutes / axis.until) * (WIDTH - LEFT - RIGHT);
  const drawn = panels.map((panel, index) => drawPanel(panel, TOP + index * (HEIGHT + GAP), axis, x));
  const marks = axis.marks.map(
    (mark) =>
      `<line x1="${at(x(mark.x))}" x2="${at(x(mark.x))}" y1="${TOP}" y2="${height - GAP}" stroke="#999999" stroke-dasharray="3 3"/>` +
      text(x(mark.x) + 3, 12, mark.label),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">
<title>${escapeText(panels.map(({ title }) => title).join(', '))}, over time</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${[...marks, ...drawn].join('\n')}
</svg>
`;
}

function drawPanel(panel: Panel, top: number, axis: Axis, x: (minutes: number) => number): string {
  const { ticks, scale } = scaleOf(panel);
  const y = (value: number): number => top + HEIGHT * (1 - scale(value));
  const rules = ticks.map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(y(value))}" y2="${at(y(value))}" stroke="#dddddd"/>` +
      text(LEFT - 6, y(value) + 4, short(value), 'end'),
  );
  const minutes = ticksUpTo(axis.until).map((value) =>
    text(x(value), top + HEIGHT + 14, `${short(value)} min`, 'middle'),
  );
  const lines = panel.lines.map((line, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? '';
    const points = line.points.map(([minute, value]) => `${at(x(minute))},${at(y(value))}`).join(' ');
    return (
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"/>` +
      `<rect x="${WIDTH - RIGHT + 10}" y="${top + index * 16}" width="10" height="10" fill="${colour}"/>` +
      text(WIDTH - RIGHT + 26, top + index * 16 + 9, line.label)
    );
  });
  return [text(LEFT, top - 6, panel.title), ...rules, ...minutes, ...lines].join('\n');
}

/** Where a value stands between the foot, 0, and the head, 1. */
function scaleOf({ lines, isLogarithmic = false }: Panel) {
  const most = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, value]) => value)));
  if (!isLogarithmic) {
    const ticks = ticksUpTo(most);
    const head = Math.max(most, ticks.at(-1) ?? 1);
    return { ticks, scale: (value: number) => value / head };
  }
  const decades = Math.max(1, Math.ceil(Math.log10(most)));
  const ticks = Array.from({ length: decades + 1 }, (_, power) => 10 ** power);
  return { ticks, scale: (value: number) => Math.log10(Math.max(1, value)) / decades };
}

/** Round numbers from 0 on, four to eight of them. */
function ticksUpTo(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => most / one <= 8) ?? most;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => index * step);
}

const at = (value: number): string => value.toFixed(1);
const short = (value: number): string => String(Number(value.toPrecision(3)));

const text = (x: number, y: number, said: string, anchor = 'start'): string =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" fill="#333333">${escapeText(said)}</text>`;
