import type { Mark, Tone } from '../../texts/statuses.ts';
import { at } from '../../ui/when.ts';
import type { Delivery } from './queries.ts';

/** When each attempt comes, after the one before. */
const PLAN = ['0', '5 s', '5 min', '30 min', '2 h', '5 h', '10 h', '14 h', '20 h', '24 h'] as const;
const LEFT = 5.5;
const STEP = 60.5;
const COLOURS: Readonly<Record<Tone, string>> = {
  done: 'var(--leaf)',
  wait: 'var(--ochre)',
  stop: 'var(--rust)',
  move: 'var(--ink)',
  rest: 'var(--ink-3)',
};

/** The ten attempts as lenticels: what failed, what comes next, and what may come. */
export function AttemptPlan({ delivery }: { delivery: Delivery }) {
  const { attempts } = delivery;
  const marks = PLAN.map((delay, i) => ({ delay, x: LEFT + i * STEP, ...markOf(delivery, i) }));
  const reached = LEFT + Math.max(0, Math.min(attempts, PLAN.length) - 1) * STEP;
  return (
    <svg className="plan" viewBox="0 0 560 40" role="img" aria-label={nameOf(delivery)}>
      <path d="M5 12H555" stroke="var(--line-2)" strokeDasharray="1.5 3" />
      {attempts > 1 && (
        <path d={`M5 12H${reached}`} stroke="var(--ochre)" strokeWidth="1.4" strokeDasharray="5 3" />
      )}
      {marks.map(({ delay, x, mark, tone }) => (
        <g key={delay}>
          <rect x={x - 6.5} y="2" width="14" height="20" fill="var(--ground)" />
          <use href={`#${mark}`} x={x - 4} y="5.5" width="9" height="13" color={COLOURS[tone]} />
          <text x={x} y="35" textAnchor="middle">
            {delay}
          </text>
        </g>
      ))}
    </svg>
  );
}

function markOf({ status, attempts }: Delivery, i: number): { mark: Mark; tone: Tone } {
  if (status === 'DELIVERED' && i === attempts - 1) return { mark: 'done', tone: 'done' };
  if (i < attempts) return { mark: 'stop', tone: 'stop' };
  if (status === 'PENDING' && i === attempts) return { mark: 'retry', tone: 'wait' };
  return { mark: 'unk', tone: 'rest' };
}

function nameOf({ attempts, nextAttemptAt, status }: Delivery): string {
  const done = `Attempts: ${attempts} of ${PLAN.length}`;
  if (status === 'DELIVERED') return `${done}, the last one arrived`;
  return status === 'PENDING' && nextAttemptAt ? `${done}, next at ${at(nextAttemptAt)}` : done;
}
