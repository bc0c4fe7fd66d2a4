const DAY_MS = 86_400_000;

/** Whole days in UTC, by the first and by the one after the last; open where one is absent. */
export interface Days {
  first?: string;
  end?: string;
}

/** What of a period is whole days, and what is not. */
interface Parts {
  days?: Days;
  edges: { from: Date; to: Date }[];
}

/** When the day of a moment began, in UTC. */
export const startOfDay = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS;

/** `2026-11-22`, in UTC. */
export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A period, `from` included and `to` not, as the whole days in it and what is left of the first and the last. */
export function partsOf({ from, to }: { from?: Date | undefined; to?: Date | undefined }): Parts {
  const first = from && startOfDay(from.getTime() + DAY_MS - 1);
  const end = to && startOfDay(to.getTime());
  if (from && to && first !== undefined && end !== undefined && first > end) return { edges: [{ from, to }] };
  const edges: Parts['edges'] = [];
  if (from && first !== undefined && first > from.getTime()) edges.push({ from, to: new Date(first) });
  if (to && end !== undefined && end < to.getTime()) edges.push({ from: new Date(end), to });
  const days = {
    ...(first !== undefined && { first: dateOf(first) }),
    ...(end !== undefined && { end: dateOf(end) }),
  };
  return { days, edges };
}
