import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { refreshSoon, useEvents } from '../../api/live.ts';
import { MESSAGE_STATUSES, wordsOf } from '../../texts/statuses.ts';
import { announce } from '../../ui/announce.tsx';
import { count } from '../../ui/format.ts';
import type { DocumentFilter } from './filter.ts';
import { type Document, type DocumentPageOfList, documentsQuery } from './queries.ts';

type List = InfiniteData<DocumentPageOfList, string | undefined>;

/**
 * Keeps the list true while one looks at it: a row that changes does so in its place, and nothing that is under the
 * pointer or has the focus moves. What is new is counted, and enters when one asks for it.
 */
export function useLiveRows(filter: DocumentFilter): {
  /** How many are new. */
  fresh: number;
  /** Has them enter. */
  show: () => void;
  /** Those that entered last. */
  entered: ReadonlySet<string>;
} {
  const client = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [entered, setEntered] = useState<ReadonlySet<string>>(new Set());
  const { queryKey } = documentsQuery(filter);
  const replace = useReplacing(queryKey);
  /** What is new, with what this page has not been drawn with yet. */
  const heard = useRef(new Set<string>());
  /** What came to a stop while one looked, and the word for it. */
  const stopped = useRef(new Map<string, string>());
  const shown = () =>
    new Set(
      client.getQueryData<List>(queryKey)?.pages.flatMap(({ messages }) => messages.map(({ id }) => id)),
    );
  // What the list has by now, as it was asked for anew, is no longer news.
  const newsIn = (ids: ReadonlySet<string>): number => ids.difference(shown()).size;
  const forget = () => {
    heard.current = new Set();
    stopped.current = new Map();
    setFresh(new Set());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => {
    forget();
    setEntered(new Set());
  }, [JSON.stringify(filter)]);
  useEvents(({ type, data, companyId }) => {
    const id = data['messageId'];
    if (!type.startsWith('document.') || typeof id !== 'string') return;
    refreshSoon('document counts');
    void client.invalidateQueries({ queryKey: ['documents', id] });
    const isNew = !shown().has(id);
    if (isNew && !mayFit(filter, data, companyId)) return;
    if (isNew) heard.current.add(id);
    else void replace(id);
    const { label, tone } = wordsOf(MESSAGE_STATUSES, String(data['status']));
    if (tone === 'stop') stopped.current.set(id, label.toLowerCase());
    if (isNew || tone === 'stop') announce(sentenceOf(newsIn(heard.current), [...stopped.current.values()]));
    if (isNew) enter();
  });
  /** Where nothing stands yet there is nothing that could move. */
  const enter = () => {
    const isEmpty = client.getQueryData<List>(queryKey)?.pages.every(({ messages }) => messages.length === 0);
    if (isEmpty) show();
    else setFresh(new Set(heard.current));
  };
  const show = () => {
    setEntered(heard.current);
    forget();
    // Only its beginning is asked for anew; what stands there stays until that has come.
    client.setQueryData<List>(
      queryKey,
      (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
    );
    void client.invalidateQueries({ queryKey });
    scrollTo({ top: 0 });
  };
  return { fresh: newsIn(fresh), show, entered };
}

/** Asks for a row anew, and puts it in its place; once more where something happened to it meanwhile. */
function useReplacing(queryKey: QueryKey): (id: string) => Promise<void> {
  const client = useQueryClient();
  /** Rows that are being asked for, and whether something happened to them since. */
  const asked = useRef(new Map<string, boolean>());
  return async function replace(id) {
    const isUnderWay = asked.current.has(id);
    asked.current.set(id, isUnderWay);
    if (isUnderWay) return;
    const row = await call(api.GET('/v1/messages/{id}', { params: { path: { id } } })).catch(() => undefined);
    if (row) client.setQueryData<List>(queryKey, (list) => list && withRow(list, row));
    const isOld = asked.current.get(id);
    asked.current.delete(id);
    if (isOld) await replace(id);
  };
}

/** `3 new documents, 1 rejected`. */
const sentenceOf = (fresh: number, stopped: readonly string[]): string =>
  [
    ...(fresh > 0 ? [count(fresh, 'new document')] : []),
    ...[...Map.groupBy(stopped, (word) => word)].map(([word, all]) => `${all.length} ${word}`),
  ].join(', ');

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
