import type { Mark, Tone } from '../texts/statuses.ts';
import { Lenticel } from './lenticel.tsx';

/** A status: its mark and its word; large beside a title. */
export function Pill({
  tone,
  mark,
  label,
  big = false,
}: {
  tone: Tone;
  mark: Mark;
  label: string;
  big?: boolean;
}) {
  return (
    <span className={`pill t-${tone}${big ? ' big' : ''}`}>
      <Lenticel mark={mark} />
      {label}
    </span>
  );
}
