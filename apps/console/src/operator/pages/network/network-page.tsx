import { useQuery } from '@tanstack/react-query';
import { Page } from '../../../ui/page.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { PartTable } from '../../parts/part-table.tsx';
import { healthQuery } from '../../parts/queries.ts';
import { Circuits } from './circuits.tsx';

/** Whether the service and what it stands on are well, and which access points are left alone for now. */
export function NetworkPage() {
  const { data, error, isPending, refetch } = useQuery(healthQuery);
  return (
    <Page
      title="Network health"
      lede={
        data &&
        (data.parts.every(({ ok }) => ok)
          ? 'Everything answers.'
          : 'Something does not answer as it should; it stands first.')
      }
    >
      {isPending && <Loading />}
      {error && <Failed error={error} again={() => refetch()} />}
      {data && (
        <>
          <div className="sec">
            <h2>This process</h2>
            <span className="end">
              <span className="mono">{data.nodeId}</span>
            </span>
          </div>
          <PartTable parts={data.parts} />
        </>
      )}
      <Circuits />
    </Page>
  );
}
