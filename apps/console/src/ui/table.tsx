import type { TableHTMLAttributes } from 'react';
import { useNarrow } from './use-narrow.ts';

/** A table that scrolls in itself where the window is narrow, by keyboard too. */
export function Table({ className = '', ...table }: TableHTMLAttributes<HTMLTableElement>) {
  const isNarrow = useNarrow();
  return <table className={`tbl ${className}`.trim()} {...(isNarrow ? { tabIndex: 0 } : {})} {...table} />;
}
