import type { ReactNode } from 'react';
import { Failed, Loading } from './states.tsx';

/** A question to the service, as far as it is answered. */
export interface Asked<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  /** When the data came; milliseconds. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/** What was asked for: lines until it comes, why it did not, and itself; what came before stays beside a failure. */
export function Answered<Data>(props: {
  query: Asked<Data>;
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  const { query, lines, children } = props;
  return (
    <>
      {query.isPending && <Loading lines={lines} />}
      {query.error && (
        <Failed
          error={query.error}
          again={() => query.refetch()}
          {...(query.data === undefined ? {} : { asOf: query.dataUpdatedAt })}
        />
      )}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
