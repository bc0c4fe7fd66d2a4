import { useState } from 'react';
import { number } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { linesUpTo, roundAbove } from '../../ui/scale.ts';
import { figures, Table } from '../../ui/table.tsx';
import type { Usage } from './queries.ts';

type Day = NonNullable<Usage['days']>[number];

const WIDTH = 1080;
const GROUND = 190;
const CROWNS = 165;
const ROOTS = 62;
const LEFT = 44;
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const nameOf = (date: string): string => DAY.format(new Date(date));
const sent = ({ totals }: Day): number => totals.DOCUMENT_SENT;
const received = ({ totals }: Day): number => totals.DOCUMENT_RECEIVED;

/** A poplar a day: its crown is what was sent, its root what was received, on one scale; today is hatched. */
export function AvenueOfDays({ days }: { days: readonly Day[] }) {
  const [isTable, setTable] = useState(false);
  const past = days.filter(({ date }) => date <= today());
  const sum = (of: (day: Day) => number) => number(past.reduce((total, day) => total + of(day), 0));
  return (
    <section aria-label="Documents a day">
      <div className="sec">
        <h2>Documents a day</h2>
        <span className="end">
          <span>
            <Lenticel mark="done" tone="done" /> Sent {sum(sent)}
          </span>
          <span>
            <i className="root" /> Received {sum(received)}
          </span>
          <button type="button" className="link" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? 'As a picture' : 'As a table'}
          </button>
        </span>
      </div>
      {isTable ? <DayTable days={past} /> : <Picture days={days} />}
    </section>
  );
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** A round number that is not below the highest of them. */
function scaleOf(days: readonly Day[]): number {
  const most = Math.max(1, ...days.map(sent), ...days.map((day) => received(day) * (CROWNS / ROOTS) * 0.4));
  return roundAbove(most);
}

function Picture({ days }: { days: readonly Day[] }) {
  const top = scaleOf(days);
  const step = (WIDTH - LEFT) / Math.max(1, days.length);
  const peak = days.reduce<Day | undefined>(
    (best, day) => (!best || sent(day) > sent(best) ? day : best),
    undefined,
  );
  const named = Math.max(1, Math.ceil(days.length / 8));
  const now = days.findIndex(({ date }) => date === today());
  const isNamed = (i: number) => i === now || (i % named === 0 && (now < 0 || Math.abs(i - now) * step > 70));
  return (
    <svg className="avenue-days" viewBox={`0 0 ${WIDTH} 275`} role="img" aria-label={sentenceOf(days, peak)}>
      <defs>
        <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V4" stroke="var(--leaf)" strokeWidth="1.6" />
        </pattern>
      </defs>
      {linesUpTo(top).map((value) => (
        <g key={value}>
          <path d={`M${LEFT} ${GROUND - (value / top) * CROWNS}H${WIDTH}`} stroke="var(--line)" />
          <text x={LEFT - 10} y={GROUND - (value / top) * CROWNS + 4} textAnchor="end">
            {number(value)}
          </text>
        </g>
      ))}
      {days.map((day, i) => {
        const x = LEFT + step * (i + 0.5);
        const isPeak = day === peak && sent(day) > 0;
        return (
          <g key={day.date}>
            <title>{`${nameOf(day.date)}: ${number(sent(day))} sent, ${number(received(day))} received`}</title>
            <rect x={x - step / 2} y="0" width={step} height="250" fill="transparent" />
            <Poplar
              x={x}
              height={(sent(day) / top) * CROWNS}
              width={Math.min(18, step * 0.52)}
              isToday={day.date === today()}
            />
            {received(day) > 0 && (
              <rect
                x={x - 1.5}
                y={GROUND + 3}
                width="3"
                height={Math.max(2, Math.min(ROOTS, (received(day) / top) * CROWNS))}
                fill="var(--edge)"
              />
            )}
            {isPeak && (
              <text className="peak" x={x} y={GROUND - (sent(day) / top) * CROWNS - 8} textAnchor="middle">
                {number(sent(day))}
              </text>
            )}
            {isNamed(i) && (
              <text x={x} y="270" textAnchor="middle" className={day.date === today() ? 'today' : ''}>
                {day.date === today() ? 'today' : nameOf(day.date)}
              </text>
            )}
          </g>
        );
      })}
      <path d={`M${LEFT} ${GROUND}H${WIDTH}`} stroke="var(--edge)" strokeWidth="1.5" />
    </svg>
  );
}

/** Few documents make a bush, many a tree; both are as high as their number. */
function Poplar({
  x,
  height,
  width,
  isToday,
}: {
  x: number;
  height: number;
  width: number;
  isToday: boolean;
}) {
  if (height <= 0) return null;
  const high = Math.max(4, height);
  const half = width / 2;
  const foot = GROUND - Math.min(5, high * 0.15);
  const tip = GROUND - high;
  const crown = foot - tip;
  const path = `M${x} ${tip}C${x + half * 0.7} ${tip + crown * 0.24} ${x + half * 1.25} ${tip + crown * 0.62} ${x + half * 0.55} ${foot - crown * 0.05}Q${x} ${foot + 1} ${x - half * 0.55} ${foot - crown * 0.05}C${x - half * 1.25} ${tip + crown * 0.62} ${x - half * 0.7} ${tip + crown * 0.24} ${x} ${tip}Z`;
  return (
    <>
      <path d={`M${x} ${foot}V${GROUND}`} stroke="var(--leaf)" strokeWidth="1.6" />
      <path
        d={path}
        fill={isToday ? 'url(#hatch)' : 'var(--leaf)'}
        stroke={isToday ? 'var(--leaf)' : 'none'}
      />
    </>
  );
}

function sentenceOf(days: readonly Day[], peak: Day | undefined): string {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last || !peak || sent(peak) === 0) return 'Nothing was sent in these days.';
  return `Documents sent a day from ${nameOf(first.date)} to ${nameOf(last.date)}; most on ${nameOf(peak.date)}, ${number(sent(peak))}.`;
}

function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <Table className="days" columns={['Day', figures('Sent'), figures('Received')]}>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.date}>
            <td>{nameOf(day.date)}</td>
            <td className="num">{number(sent(day))}</td>
            <td className="num">{number(received(day))}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
