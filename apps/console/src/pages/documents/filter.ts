import { MESSAGE_STATUSES, type MessageStatus } from '../../texts/statuses.ts';

/** What the list of documents is narrowed to. It stands in the address, so that a link gives the same view. */
export interface DocumentFilter {
  direction?: 'INBOUND' | 'OUTBOUND';
  /** Several, separated by commas. */
  status?: string;
  company?: string;
  q?: string;
  from?: string;
  to?: string;
}

/** Reads the filter from an address; what is unknown there is dropped. */
export function readFilter(search: Record<string, unknown>): DocumentFilter {
  const filter: DocumentFilter = {};
  if (search.direction === 'INBOUND' || search.direction === 'OUTBOUND') filter.direction = search.direction;
  for (const name of ['status', 'company', 'q', 'from', 'to'] as const) {
    const value = search[name];
    if (typeof value === 'string' || typeof value === 'number') filter[name] = String(value).slice(0, 200);
  }
  return filter;
}

export function statusesOf({ status }: DocumentFilter): MessageStatus[] {
  const asked = status?.split(',') ?? [];
  return (Object.keys(MESSAGE_STATUSES) as MessageStatus[]).filter((known) => asked.includes(known));
}

/** Statuses of an address that this console does not know: they narrow nothing, and are shown to be taken away. */
export const unknownStatusesOf = ({ status }: DocumentFilter): string[] =>
  [...new Set(status?.split(',') ?? [])].filter((asked) => asked && !Object.hasOwn(MESSAGE_STATUSES, asked));

/** Where the browser gets exactly this list as a file. */
export function csvOf(filter: DocumentFilter): string {
  const { direction, company, q, from, to } = filter;
  const query = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries({ direction, companyId: company, q, from, to }))
    if (value !== undefined) query.set(name, value);
  for (const status of statusesOf(filter)) query.append('status', status);
  return `/console/api/v1/messages?${query}`;
}
