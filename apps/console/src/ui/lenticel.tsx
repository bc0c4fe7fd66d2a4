import type { SVGAttributes } from 'react';
import type { Mark, Tone } from '../texts/statuses.ts';

type Path = SVGAttributes<SVGPathElement>;

const hollow: Path = {
  d: 'M4.5 1.2 8.1 6.5 4.5 11.8.9 6.5Z',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '1.4',
};
const full = (d: string): Path => ({ d, fill: 'currentColor' });

/** The paths that each mark is drawn with, 9 wide and 13 high. */
export const SHAPES: Readonly<Record<Mark, readonly Path[]>> = {
  done: [full('M4.5 0 9 6.5 4.5 13 0 6.5Z')],
  wait: [hollow],
  move: [hollow, full('M4.5.6V12.4L.5 6.5Z')],
  retry: [hollow, full('M4.5 4 6.3 6.5 4.5 9 2.7 6.5Z')],
  stop: [full('M4.5 0 8.1 5.3H.9ZM.9 7.7H8.1L4.5 13Z')],
  rest: [full('M4.5 2.6 7.2 6.5 4.5 10.4 1.8 6.5Z')],
  unk: [{ ...hollow, strokeWidth: '1.2', strokeDasharray: '1.6 1.6' }],
};

/** The marks and the few icons, once a page; everything else refers to them. */
export function Sprite() {
  return (
    <svg width="0" height="0" className="sr" aria-hidden="true">
      <defs>
        {Object.entries(SHAPES).map(([mark, shapes]) => (
          <symbol key={mark} id={mark} viewBox="0 0 9 13">
            {shapes.map((shape) => (
              <path key={shape.d} {...shape} />
            ))}
          </symbol>
        ))}
        <symbol id="i-copy" viewBox="0 0 14 14">
          <path d="M4.5 4.5h7v7h-7zM9.5 4.5v-2h-7v7h2" fill="none" stroke="currentColor" />
        </symbol>
        <symbol id="i-find" viewBox="0 0 14 14">
          <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.3" />
          <path d="m9 9 3.6 3.6" stroke="currentColor" strokeWidth="1.3" />
        </symbol>
        <symbol id="i-down" viewBox="0 0 10 10">
          <path d="m1.5 3.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
        </symbol>
        <symbol id="i-save" viewBox="0 0 14 14">
          <path
            d="M7 1.5v7.5M3.8 6 7 9.2 10.2 6M1.5 12.3h11"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.3"
          />
        </symbol>
        <symbol id="tree" viewBox="0 0 20 26">
          <path
            d="M10 0c3.6 3.6 5.6 9 5.4 14.6C15.2 19.4 13.4 22 10.9 22.6V26H9.1v-3.4C6.6 22 4.8 19.4 4.6 14.6 4.4 9 6.4 3.6 10 0Z"
            fill="currentColor"
          />
          <path d="M10 9.4 12 13l-2 3.6L8 13Z" fill="var(--ground)" />
        </symbol>
      </defs>
    </svg>
  );
}

/** A lenticel. Decoration: whatever it marks says the same in words. */
export function Lenticel({ mark, tone, className = '' }: { mark: Mark; tone?: Tone; className?: string }) {
  return (
    <svg className={`len ${tone ? `t-${tone}` : ''} ${className}`} aria-hidden="true">
      <use href={`#${mark}`} />
    </svg>
  );
}

export function Icon({ name }: { name: 'copy' | 'find' | 'down' | 'save' }) {
  return (
    <svg aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
