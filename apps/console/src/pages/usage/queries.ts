import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';

export interface Period {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

/** A month of the calendar, `2026-11`, as days; `to` is the first day that is not in it. */
export function monthOf(month: string): Period {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = (shift: number) => new Date(Date.UTC(year, number - 1 + shift, 1)).toISOString().slice(0, 10);
  return { from: first(0), to: first(1) };
}

export const monthAt = (shift: number, now: Date = new Date()): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + shift, 1)).toISOString().slice(0, 7);

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** The period of the address, this month where it names none. `to` is shown, and counted, as its last day. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Period {
  const month = monthOf(monthAt(0));
  const start = isDay(from) ? from : month.from;
  const end = isDay(to) ? to : month.to;
  return start < end ? { from: start, to: end } : { from: start, to: dayAfter(start) };
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

export const usageQuery = (period: Period, companyId: string | undefined) =>
  queryOptions({
    queryKey: ['usage', period, companyId],
    queryFn: async () => {
      const query = { ...period, companyId, bucket: 'day' as const };
      const answer = await call(api.GET('/v1/usage', { params: { query } }));
      if (typeof answer === 'string') throw new Error('Figures were asked for, and a file came');
      return answer;
    },
  });

export type Usage = Awaited<ReturnType<NonNullable<ReturnType<typeof usageQuery>['queryFn']>>>;
export type Kind = keyof Usage['totals'];

export const csvUrl = ({ from, to }: Period, companyId: string | undefined): string =>
  `/console/api/v1/usage?${new URLSearchParams({ format: 'csv', from, to, ...(companyId && { companyId }) })}`;
