import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { refreshSoon, useEvents } from '../../api/live.ts';
import { announce } from '../../ui/announce.tsx';
import { count } from '../../ui/format.ts';
import type { DocumentFilter } from './filter.ts';
import { type Document, type DocumentPageOfList, documentsQuery } from './queries.ts';

type List = InfiniteData<DocumentPageOfList, string | undefined>;

/**
 * Keeps the list true while one looks at it: a row that changes does so in its place, and nothing that is under the
 * pointer or has the focus moves. What is new is counted, and enters when one asks for it.
 */
export function useLiveRows(filter: DocumentFilter): { fresh: number; show: () => void } {
  const client = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const { queryKey } = documentsQuery(filter);
  const asked = useRef(new Set<string>());
  const isShown = (id: string): boolean =>
    client
      .getQueryData<List>(queryKey)
      ?.pages.some(({ messages }) => messages.some((row) => row.id === id)) ?? false;
  // What the list has by now, as it was asked for anew, is no longer news.
  const news = [...fresh].filter((id) => !isShown(id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => setFresh(new Set()), [JSON.stringify(filter)]);
  useEvents(({ type, data, companyId }) => {
    const id = data['messageId'];
    if (!type.startsWith('document.') || typeof id !== 'string') return;
    refreshSoon('document counts');
    void client.invalidateQueries({ queryKey: ['documents', id] });
    if (isShown(id)) void replace(id);
    else if (mayFit(filter, data, companyId)) {
      setFresh((before) => new Set([...before, id]));
      announce(`${count(new Set([...news, id]).size, 'new document')}`);
    }
  });
  const replace = async (id: string) => {
    if (asked.current.has(id)) return;
    asked.current.add(id);
    const row = await call(api.GET('/v1/messages/{id}', { params: { path: { id } } })).catch(() => undefined);
    asked.current.delete(id);
    if (row) client.setQueryData<List>(queryKey, (list) => list && withRow(list, row));
  };
  const show = () => {
    setFresh(new Set());
    void client.resetQueries({ queryKey });
    scrollTo({ top: 0 });
  };
  return { fresh: news.length, show };
}

const withRow = (list: List, row: Document): List => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    messages: page.messages.map((each) => (each.id === row.id ? row : each)),
  })),
});

/** Whether something new belongs to the list, as far as its event tells; words are not looked into. */
function mayFit(
  { direction, status, company, q, to }: DocumentFilter,
  data: Readonly<Record<string, unknown>>,
  companyId: string | undefined,
): boolean {
  if (q !== undefined || to !== undefined) return false;
  if (direction !== undefined && data['direction'] !== direction) return false;
  if (company !== undefined && companyId !== company) return false;
  return status === undefined || status.split(',').includes(String(data['status']));
}
