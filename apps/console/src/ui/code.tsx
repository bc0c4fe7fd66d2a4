import type { ReactNode } from 'react';
import { Copy } from './copy.tsx';

/** Code, or what programs said to each other: text only, which scrolls by itself and copies. */
export function Code(props: { label: string; children: ReactNode; copies?: string; className?: string }) {
  const { label, children, copies, className = '' } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={`code ${className}`} aria-label={label} tabIndex={0}>
      {children}
      {copies !== undefined && <Copy value={copies} label={`Copy: ${label.toLowerCase()}`} />}
    </section>
  );
}
