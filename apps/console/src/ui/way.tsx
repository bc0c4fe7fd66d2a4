import type { ReactNode } from 'react';
import { Lenticel } from './lenticel.tsx';
import type { Stop } from './way-of.ts';

/** One corner of a way, and what stands there. */
export interface Corner {
  stop: Stop;
  role: string;
  name: string;
  details: readonly ReactNode[];
  /** When it got there, or what is not so yet. */
  when?: ReactNode;
  /** What the line to the next corner says. */
  line?: string | undefined;
  /** This installation itself, drawn larger. */
  isOurs?: true;
}

/** A way in four corners, with what is known at each: of a document, or of an address onto the network. */
export function Way({ label, corners }: { label: string; corners: readonly Corner[] }) {
  return (
    <ol className="way" aria-label={label}>
      {corners.map(({ stop, role, name, details, when, line, isOurs }) => {
        const { mark, tone } = stop;
        return (
          <li key={role} className={`stop ${tone === 'unknown' ? 'unk' : `t-${tone}`}${isOurs ? ' us' : ''}`}>
            <Lenticel mark={mark} {...(tone === 'unknown' ? {} : { tone })} />
            {stop.line && <span className={`seg-l ${stop.line}`}>{line && <span>{line}</span>}</span>}
            <p className="role">{role}</p>
            <p className="nm">{name}</p>
            {details.map((detail, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a corner have no other name
              <p key={at}>{detail}</p>
            ))}
            {when !== undefined && <p className="when">{when}</p>}
          </li>
        );
      })}
    </ol>
  );
}
