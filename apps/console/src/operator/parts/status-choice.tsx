import type { StatusWords } from '../../texts/statuses.ts';
import { number } from '../../ui/format.ts';

/** Narrows a list to one status, each with how many there are. */
export function StatusChoice<Status extends string>(props: {
  statuses: Readonly<Record<Status, StatusWords>>;
  chosen: string | undefined;
  counts: Readonly<Record<string, number>> | undefined;
  choose: (status: Status | undefined) => void;
}) {
  const { statuses, chosen, counts, choose } = props;
  return (
    <select
      className="field slim"
      aria-label="Status"
      value={chosen ?? ''}
      onChange={({ target }) => choose(target.value ? (target.value as Status) : undefined)}
    >
      <option value="">Every status</option>
      {(Object.entries(statuses) as [Status, StatusWords][]).map(([status, { label }]) => (
        <option key={status} value={status}>
          {label}
          {counts && ` (${number(counts[status] ?? 0)})`}
        </option>
      ))}
    </select>
  );
}
