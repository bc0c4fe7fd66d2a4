import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { copyText } from '../../ui/copy-text.ts';
import { usePageKeys } from '../../ui/keys.ts';
import { useBriefly } from '../../ui/use-briefly.ts';
import { isWaiting } from './document-table.tsx';
import type { Document } from './queries.ts';

/**
 * The keys of the list: j and k move, x selects, c copies the id, ] fetches more and [ goes back to the first.
 *
 * @returns the id that was just copied
 */
export function useRowKeys(
  table: RefObject<HTMLTableElement | null>,
  rows: readonly Document[],
  { more, select }: { more: () => unknown; select: (id: string) => void },
): string | undefined {
  const navigate = useNavigate();
  const [copied, setCopied] = useBriefly<string>();
  const links = () => [...(table.current?.querySelectorAll<HTMLElement>('td.c-doc a') ?? [])];
  const at = () => links().findIndex((link) => link === document.activeElement);
  const move = (by: number) => links()[Math.max(0, at() + by)]?.focus();
  const current = () => rows[at()];
  usePageKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const row = current();
      if (row && isWaiting(row)) select(row.id);
    },
    c: () => {
      const row = current();
      if (row) void copyText(row.id).then((isDone) => isDone && setCopied(row.id));
    },
    f: () => document.querySelector<HTMLElement>('.filters input')?.focus(),
    ']': () => void more(),
    '[': () => links()[0]?.focus(),
    i: () => void navigate({ to: '/inbox', search: {} }),
  });
  return copied;
}
