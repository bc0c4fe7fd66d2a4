import { type TableHTMLAttributes, useSyncExternalStore } from 'react';

/** Where a table scrolls in itself: as in styles/narrow.css. */
const NARROW = matchMedia('(max-width: 760px)');

function watch(listener: () => void): () => void {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
}

/** A table that scrolls in itself where the window is narrow, by keyboard too. */
export function Table({ className = '', ...table }: TableHTMLAttributes<HTMLTableElement>) {
  const isNarrow = useSyncExternalStore(watch, () => NARROW.matches);
  return <table className={`tbl ${className}`.trim()} {...(isNarrow ? { tabIndex: 0 } : {})} {...table} />;
}
