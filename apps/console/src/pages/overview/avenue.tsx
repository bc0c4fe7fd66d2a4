import { number } from '../../ui/format.ts';
import { linesUpTo, roundAbove } from '../../ui/scale.ts';

/** A day: what was sent grows up, what was received goes into the ground. */
export interface Tree {
  label: string;
  isMonday: boolean;
  isToday: boolean;
  sent: number;
  received: number;
}

const LEFT = 40;
const RIGHT = 1164;
const GROUND = 196;
const CROWN = 164;
const ROOT = 44;
const WIDEST = 9;

/** Where it is wider than its window, today is what one sees first. */
const showToday = (avenue: SVGSVGElement | null): void =>
  avenue?.parentElement?.scrollTo({ left: avenue.clientWidth });

/** A poplar a day on one scale, drawn without a library. */
export function Avenue({ trees }: { trees: readonly Tree[] }) {
  const most = Math.max(...trees.map(({ sent }) => sent), ...trees.map(({ received }) => received), 1);
  const top = roundAbove(most);
  const step = (RIGHT - LEFT) / trees.length;
  const peak = trees.reduce((best, tree, i) => (tree.sent > (trees[best]?.sent ?? 0) ? i : best), 0);
  const highest = trees[peak];
  const sum = (kind: 'sent' | 'received') => number(trees.reduce((total, tree) => total + tree[kind], 0));
  const x = (i: number) => LEFT + step * (i + 0.5);
  return (
    <svg
      className="days"
      ref={showToday}
      viewBox="0 0 1164 268"
      role="img"
      aria-label={`Documents a day. Sent ${sum('sent')}, received ${sum('received')}. Most on ${highest?.label}: ${number(highest?.sent ?? 0)} sent.`}
    >
      <defs>
        <pattern id="grow" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="4" fill="var(--leaf-tint)" />
          <path d="M0 0V4" stroke="var(--leaf)" strokeWidth="2" />
        </pattern>
      </defs>
      {linesUpTo(top).map((value) => (
        <g key={value}>
          <path d={`M${LEFT} ${heightAt(value, top)}H${RIGHT}`} stroke="var(--line)" />
          <text x={LEFT - 10} y={heightAt(value, top) + 4} textAnchor="end">
            {number(value)}
          </text>
        </g>
      ))}
      {trees.map((tree, i) => (
        <g key={tree.label}>
          {tree.sent > 0 && <Crown x={x(i)} tree={tree} top={top} />}
          {tree.received > 0 && (
            <path
              d={`M${x(i) - 1.5} ${GROUND + 2}h3v${Math.max(2, (tree.received / top) * ROOT)}h-3z`}
              fill="var(--edge)"
            />
          )}
          {(tree.isToday || (tree.isMonday && i < trees.length - 2)) && (
            <text x={x(i)} y="264" textAnchor="middle" className={tree.isToday ? 'today' : undefined}>
              {tree.isToday ? 'today' : tree.label}
            </text>
          )}
        </g>
      ))}
      {highest && highest.sent > 0 && (
        <text x={x(peak)} y={heightAt(highest.sent, top) - 8} textAnchor="middle" className="today">
          {number(highest.sent)}
        </text>
      )}
      <path d={`M${LEFT} ${GROUND}H${RIGHT}`} stroke="var(--edge)" strokeWidth="1.5" />
    </svg>
  );
}

const heightAt = (value: number, top: number): number => GROUND - (value / top) * CROWN;

function Crown({ x, tree, top }: { x: number; tree: Tree; top: number }) {
  const height = Math.max(4, (tree.sent / top) * CROWN);
  const foot = height > 20 ? GROUND - 5 : GROUND;
  const crown = height - (GROUND - foot);
  const width = Math.min(WIDEST, 3 + crown * 0.1);
  const peak = foot - crown;
  return (
    <>
      {foot < GROUND && <path d={`M${x} ${GROUND}V${foot - 4}`} stroke="var(--leaf)" strokeWidth="2" />}
      <path
        d={`M${x} ${peak}C${x + width * 0.6} ${peak + crown * 0.17} ${x + width * 1.1} ${peak + crown * 0.42} ${x + width} ${peak + crown * 0.7}C${x + width * 0.9} ${peak + crown * 0.88} ${x + width * 0.6} ${foot} ${x} ${foot}C${x - width * 0.6} ${foot} ${x - width * 0.9} ${peak + crown * 0.88} ${x - width} ${peak + crown * 0.7}C${x - width * 1.1} ${peak + crown * 0.42} ${x - width * 0.6} ${peak + crown * 0.17} ${x} ${peak}Z`}
        fill={tree.isToday ? 'url(#grow)' : 'var(--leaf)'}
        stroke={tree.isToday ? 'var(--leaf)' : undefined}
      />
    </>
  );
}
