import { ago } from './when.ts';

/** A moment that is past: how long ago, and exactly on hovering. */
export function Moment({ time, className }: { time: string; className?: string }) {
  return (
    <time dateTime={time} title={time} className={className}>
      {ago(time)}
    </time>
  );
}
