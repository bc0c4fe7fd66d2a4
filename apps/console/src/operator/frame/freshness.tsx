import { useQuery } from '@tanstack/react-query';
import { Lenticel } from '../../ui/lenticel.tsx';
import { hourOf } from '../../ui/when.ts';
import { EVERY_MS } from '../api/query-client.ts';
import { overviewQuery } from '../parts/queries.ts';

/** How old what stands here is: the page reads anew by itself, and says when it could not. */
export function Freshness() {
  const { dataUpdatedAt, failureCount, isError } = useQuery(overviewQuery);
  if (dataUpdatedAt === 0) return null;
  if (failureCount > 0 || isError)
    return (
      <span className="live off">
        <Lenticel mark="wait" />
        As of {hourOf(new Date(dataUpdatedAt).toISOString())}
      </span>
    );
  return (
    <span className="live">
      <Lenticel mark="done" className="pulse" />
      Read every {EVERY_MS / 1000} s
    </span>
  );
}
