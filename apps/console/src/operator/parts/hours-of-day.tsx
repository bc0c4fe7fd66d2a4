import { count } from '../../ui/format.ts';

const WIDTH = 96;
const HEIGHT = 22;

/** A tree an hour, of the last 24: how many began to wait in each. */
export function HoursOfDay({ hours, isWaiting }: { hours: readonly number[]; isWaiting: boolean }) {
  const most = Math.max(1, ...hours);
  const step = WIDTH / Math.max(1, hours.length);
  const sum = hours.reduce((total, hour) => total + hour, 0);
  return (
    <svg
      className={`hours ${isWaiting ? 'wait' : ''}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`${count(sum, 'document')} in the last ${hours.length} hours`}
    >
      {hours.map((hour, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an hour has no other name than its place
        <path key={i} d={tree(i * step + 0.5, (hour / most) * (HEIGHT - 6))} />
      ))}
    </svg>
  );
}

/** An hour without any is a shoot at the ground. */
function tree(x: number, height: number): string {
  const tall = Math.max(1, height);
  return `M${x} ${HEIGHT}v${-tall}q1-2 1.25-2.6q.3.6 1.25 2.6v${tall}z`;
}
