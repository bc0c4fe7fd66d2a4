import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { Answered } from '../../../ui/answered.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormActions, textOf, useSubmission } from '../../../ui/form.tsx';
import { count, number } from '../../../ui/format.ts';
import { Pill } from '../../../ui/pill.tsx';
import { Failed } from '../../../ui/states.tsx';
import { ACTIONS, figures, Table } from '../../../ui/table.tsx';
import { Button } from '../../../ui/unable.tsx';
import { at } from '../../../ui/when.ts';
import { api } from '../../api/client.ts';
import { useRights } from '../../api/session.ts';
import type { Circuit } from '../../api/types.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';

const circuitsQuery = queryOptions({
  queryKey: ['circuits'],
  queryFn: async () => (await call(api.GET('/operator/v1/circuits'))).circuits,
});

/** Access points that did not answer lately: nothing is sent there while a circuit is open. */
export function Circuits() {
  const { mayWork } = useRights();
  const cache = useQueryClient();
  const query = useQuery(circuitsQuery);
  const [isOpening, setOpening] = useState(false);
  const [closed, setClosed] = useState<Circuit>();
  return (
    <>
      <div className="sec">
        <h2>Circuits</h2>
        {mayWork && (
          <span className="end">
            <button type="button" className="link" onClick={() => setOpening(true)}>
              Hold an access point back…
            </button>
          </span>
        )}
      </div>
      <Answered query={query} lines={2}>
        {(circuits) =>
          circuits.length === 0 ? (
            <p className="dim none">All are closed: no access point has failed in a row lately.</p>
          ) : (
            <Rows circuits={circuits} close={setClosed} />
          )
        }
      </Answered>
      {isOpening && <Open close={() => setOpening(false)} />}
      {closed && (
        <ReasonDialog
          title={`Send to ${closed.host} again`}
          verb="Close the circuit"
          label="Why, for the audit (may be empty)"
          act={async (reason) => {
            const body = { endpointUrl: closed.endpointUrl, ...(reason ? { reason } : {}) };
            await call(api.POST('/operator/v1/circuits/close', { body }));
            await cache.invalidateQueries({ queryKey: ['circuits'] });
          }}
          close={() => setClosed(undefined)}
        >
          {count(closed.waiting, 'document goes', 'documents go')} on at once. If it still does not answer,
          the circuit opens again by itself.
        </ReasonDialog>
      )}
    </>
  );
}

function Rows({ circuits, close }: { circuits: readonly Circuit[]; close: (circuit: Circuit) => void }) {
  const { mayWork } = useRights();
  return (
    <Table
      caption="Circuits"
      columns={[
        'Access point',
        'State',
        figures('Failed in a row'),
        figures('Wait for it'),
        mayWork && ACTIONS,
      ]}
    >
      <tbody>
        {circuits.map((circuit) => (
          <tr key={circuit.endpointUrl}>
            <td>
              <strong>{circuit.host}</strong>
              <small className="break">{circuit.endpointUrl}</small>
            </td>
            <td>
              {circuit.state === 'OPEN' ? (
                <Pill
                  tone="wait"
                  mark="retry"
                  label={circuit.openUntil ? `Open until ${at(circuit.openUntil)}` : 'Open'}
                />
              ) : (
                <Pill tone="rest" mark="rest" label="Closed" />
              )}
              {circuit.reason && <small className="break">{circuit.reason}</small>}
            </td>
            <td className="num">{number(circuit.failures)}</td>
            <td className="num">{number(circuit.waiting)}</td>
            {mayWork && (
              <td>
                <div className="acts">
                  {circuit.state === 'OPEN' && (
                    <Button act={() => close(circuit)} of={`the circuit of ${circuit.host}`}>
                      Close…
                    </Button>
                  )}
                </div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Leaves an access point alone for a while, as when its operator has asked for it. */
function Open({ close }: { close: () => void }) {
  const cache = useQueryClient();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const body = {
      endpointUrl: textOf(form, 'endpointUrl') ?? '',
      minutes: Number(textOf(form, 'minutes')),
      reason: textOf(form, 'reason') ?? '',
    };
    await call(api.POST('/operator/v1/circuits/open', { body }));
    await cache.invalidateQueries({ queryKey: ['circuits'] });
    close();
  });
  return (
    <Dialog title="Hold an access point back" close={close}>
      <form onSubmit={submit}>
        <p className="dim">Documents to it wait, and no attempt is lost, until the time is over.</p>
        {error && !wrong('endpointUrl') && !wrong('minutes') && <Failed error={error} />}
        <Field
          label="Its endpoint"
          name="endpointUrl"
          type="url"
          autoComplete="off"
          placeholder="https://"
          required
          error={wrong('endpointUrl')}
        />
        <Field
          label="Minutes"
          name="minutes"
          type="number"
          min={1}
          max={1440}
          defaultValue={60}
          required
          error={wrong('minutes')}
        />
        <ReasonField label="Why" />
        <FormActions verb="Hold back" isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}
