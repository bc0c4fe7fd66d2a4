import { type ReactNode, useEffect, useRef } from 'react';
import { titleOf } from '../environment.ts';
import { isDialogOpen } from './keys.ts';

/** A page's head: where one is, what it is, one sentence of how things are, and what one can do. */
export function Page(props: {
  title: string;
  heading?: ReactNode;
  crumb?: ReactNode;
  lede?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { title, heading, crumb, lede, actions, children } = props;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = titleOf(title);
    if (!isDialogOpen()) head.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <>
      {crumb && <p className="crumb">{crumb}</p>}
      <div className="head">
        <div>
          <h1 ref={head} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {lede && <p className="lede">{lede}</p>}
        </div>
        {actions && <div className="acts">{actions}</div>}
      </div>
      {children}
    </>
  );
}
