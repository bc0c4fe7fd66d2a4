import type { Mark, Tone } from '../../texts/statuses.ts';
import { at } from '../../ui/when.ts';
import type { DeliveryDetail } from './queries.ts';

const LEFT = 5.5;
const RIGHT = 550;
const COLOURS: Readonly<Record<Tone, string>> = {
  done: 'var(--leaf)',
  wait: 'var(--ochre)',
  stop: 'var(--rust)',
  move: 'var(--ink)',
  rest: 'var(--ink-3)',
};

/** The attempts of the plan as lenticels: what failed, what comes next, and what may come. */
export function AttemptPlan({ delivery }: { delivery: DeliveryDetail }) {
  const { attempts, schedule } = delivery;
  const step = (RIGHT - LEFT) / Math.max(1, schedule.length - 1);
  const marks = schedule.map((seconds, i) => ({
    delay: delayOf(seconds),
    x: LEFT + i * step,
    ...markOf(delivery, i),
  }));
  const reached = LEFT + Math.max(0, Math.min(attempts, schedule.length) - 1) * step;
  return (
    <svg className="plan" viewBox="0 0 560 40" role="img" aria-label={nameOf(delivery)}>
      <path d="M5 12H555" stroke="var(--line-2)" strokeDasharray="1.5 3" />
      {attempts > 1 && (
        <path d={`M5 12H${reached}`} stroke="var(--ochre)" strokeWidth="1.4" strokeDasharray="5 3" />
      )}
      {marks.map(({ delay, x, mark, tone }) => (
        <g key={x}>
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

/** `0`, `5 s`, `30 min`, `24 h`: as short as it must be below a mark. */
function delayOf(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

function markOf({ status, attempts }: DeliveryDetail, i: number): { mark: Mark; tone: Tone } {
  if (status === 'DELIVERED' && i === attempts - 1) return { mark: 'done', tone: 'done' };
  if (i < attempts) return { mark: 'stop', tone: 'stop' };
  if (status === 'PENDING' && i === attempts) return { mark: 'retry', tone: 'wait' };
  return { mark: 'unk', tone: 'rest' };
}

function nameOf({ attempts, schedule, nextAttemptAt, status }: DeliveryDetail): string {
  const done = `Attempts: ${attempts} of ${Math.max(schedule.length, attempts)}`;
  if (status === 'DELIVERED') return `${done}, the last one arrived`;
  return status === 'PENDING' && nextAttemptAt ? `${done}, next at ${at(nextAttemptAt)}` : done;
}
