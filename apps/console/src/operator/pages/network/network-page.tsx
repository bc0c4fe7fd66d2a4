import { useQuery } from '@tanstack/react-query';
import { Answered } from '../../../ui/answered.tsx';
import { Page } from '../../../ui/page.tsx';
import { PartTable } from '../../parts/part-table.tsx';
import { healthQuery } from '../../parts/queries.ts';
import { Circuits } from './circuits.tsx';

/** Whether the service and what it stands on are well, and which access points are left alone for now. */
export function NetworkPage() {
  const query = useQuery(healthQuery);
  return (
    <Page
      title="Network health"
      lede={
        query.data &&
        (query.data.parts.every(({ ok }) => ok)
          ? 'Everything answers.'
          : 'Something does not answer as it should; it stands first.')
      }
    >
      <Answered query={query}>
        {({ nodeId, parts }) => (
          <>
            <div className="sec">
              <h2>This process</h2>
              <span className="end">
                <span className="mono">{nodeId}</span>
              </span>
            </div>
            <PartTable parts={parts} />
          </>
        )}
      </Answered>
      <Circuits />
    </Page>
  );
}
