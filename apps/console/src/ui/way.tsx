import type { ReactNode } from 'react';
import { Lenticel } from './lenticel.tsx';
import { type Line, type OnItsWay, wayOf } from './way-of.ts';

/** What stands at one corner of the way. */
export interface Corner {
  role: string;
  name: string;
  details: readonly ReactNode[];
  /** When it got there, or what is not so yet. */
  when: ReactNode;
  /** What the line to the next corner says. */
  line?: string;
}

const LINE_CLASSES: Record<Line, string> = {
  done: 'done',
  moving: 'now',
  waiting: 'wait',
  todo: 'unk',
  cut: 'cut',
};

/** The way of a document, C1 to C4, with what is known at each corner. */
export function Way({ document, corners }: { document: OnItsWay; corners: readonly Corner[] }) {
  const us = document.direction === 'INBOUND' ? 2 : 1;
  return (
    <ol className="way" aria-label="Way of the document from sender to receiver">
      {wayOf(document).map((stop, i) => {
        const corner = corners[i];
        const tone = stop.tone === 'unknown' ? 'unk' : `t-${stop.tone}`;
        return (
          corner && (
            <li key={corner.role} className={`stop ${tone}${i === us ? ' us' : ''}`}>
              <Lenticel mark={stop.mark} {...(stop.tone === 'unknown' ? {} : { tone: stop.tone })} />
              {stop.line && (
                <span className={`seg-l ${LINE_CLASSES[stop.line]}`}>
                  {corner.line && <span>{corner.line}</span>}
                </span>
              )}
              <p className="role">{corner.role}</p>
              <p className="nm">{corner.name}</p>
              {corner.details.map((detail, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a corner have no other name
                <p key={at}>{detail}</p>
              ))}
              <p className="when">{corner.when}</p>
            </li>
          )
        );
      })}
    </ol>
  );
}
