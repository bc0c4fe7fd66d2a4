import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { Answered } from '../../../ui/answered.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Choose, FormActions, textOf, useSubmission } from '../../../ui/form.tsx';
import { Page } from '../../../ui/page.tsx';
import { Empty, Failed } from '../../../ui/states.tsx';
import { api } from '../../api/client.ts';
import { useRights } from '../../api/session.ts';
import { reportsQuery } from '../../parts/queries.ts';
import { ReportTable } from '../../parts/report-table.tsx';
import { ServiceLevels } from './service-levels.tsx';

/** The month before this one, such as 2026-10. */
function lastMonth(now = new Date()): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** The monthly reports to OpenPeppol, and how the targets of statuses were kept. */
export function ReportsPage() {
  const { mayWork } = useRights();
  const [isMaking, setMaking] = useState(false);
  const query = useQuery(reportsQuery);
  return (
    <Page
      title="Reports"
      lede="Made and sent by themselves when a month has ended: what was exchanged, and by how many end users."
      actions={
        mayWork && (
          <button type="button" className="btn" onClick={() => setMaking(true)}>
            Count a month again…
          </button>
        )
      }
    >
      <Answered query={query}>
        {(reports) =>
          reports.length === 0 ? (
            <Empty title="No report yet">
              <p className="dim">The first are made when a month has ended.</p>
            </Empty>
          ) : (
            <ReportTable reports={reports} />
          )
        }
      </Answered>
      <ServiceLevels month={lastMonth()} />
      {isMaking && <Make close={() => setMaking(false)} />}
    </Page>
  );
}

function Make({ close }: { close: () => void }) {
  const cache = useQueryClient();
  const { submit, isBusy, error } = useSubmission(async (form) => {
    const path = { kind: textOf(form, 'kind') ?? 'tsr', month: textOf(form, 'month') ?? '' };
    await call(api.POST('/operator/v1/reports/{kind}/{month}', { params: { path } }));
    await cache.invalidateQueries({ queryKey: ['reports'] });
    close();
  });
  return (
    <Dialog title="Count a month again" close={close}>
      <form onSubmit={submit}>
        <p className="dim">It replaces the last count of that month; nothing is sent by this.</p>
        {error && <Failed error={error} />}
        <Choose label="Report" name="kind" defaultValue="tsr">
          <option value="tsr">Transaction statistics</option>
          <option value="eusr">End user statistics</option>
        </Choose>
        <Field label="Month" name="month" type="month" defaultValue={lastMonth()} required />
        <FormActions verb="Count" isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}
