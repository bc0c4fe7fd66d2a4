import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../api/answer.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormActions, textOf, useSubmission } from '../../../ui/form.tsx';
import { count } from '../../../ui/format.ts';
import { Failed } from '../../../ui/states.tsx';
import { api } from '../../api/client.ts';
import type { Closing, WholeAccount } from '../../api/types.ts';
import { closingQuery } from '../../parts/queries.ts';

const KEEP_DAYS = 30;

/** Asks before an account is closed: what happens, what is waited for, why, and that it is this one. */
export function CloseDialog({ account, close }: { account: WholeAccount; close: () => void }) {
  const cache = useQueryClient();
  const { data } = useQuery(closingQuery(account.id));
  const id = useId();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const keepDays = Number(textOf(form, 'keepDays'));
    const body = { reason: textOf(form, 'reason') ?? '', keepDays };
    const params = { path: { id: account.id } };
    await call(api.POST('/operator/v1/accounts/{id}/close', { params, body }));
    await cache.invalidateQueries({ queryKey: ['accounts'] });
    close();
  });
  return (
    <Dialog title={`Close ${account.name}`} close={close}>
      <form onSubmit={submit}>
        <p className="dim">
          At once nobody of theirs comes in any more. Their addresses are withdrawn, which cannot be undone;
          an export is made for you to hand over; then their keys, logins and webhooks end.
        </p>
        {data && <p className="dim">{whatWaits(data.waiting)}</p>}
        {error && !wrong('keepDays') && <Failed error={error} />}
        <Field
          label="Days until their documents are deleted; until then it can be taken back"
          name="keepDays"
          type="number"
          min={1}
          max={3650}
          defaultValue={KEEP_DAYS}
          required
          {...said(wrong('keepDays'))}
        />
        <label className="f" htmlFor={id}>
          Why; it stands in the account’s audit
          <textarea id={id} name="reason" className="field tall" rows={3} maxLength={500} required />
        </label>
        <Field
          label={`Type ${account.name} to go on`}
          pattern={literally(account.name)}
          title="The name of the account, as it stands above"
          autoComplete="off"
          required
        />
        <FormActions verb="Close the account" isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}

const said = (error: string | undefined) => (error === undefined ? {} : { error });

/** As a pattern that only this text fits. */
const literally = (text: string): string => text.trim().replace(/[\\^$.*+?()[\]{}|/&~!#%,:;<=>@`-]/g, '\\$&');

function whatWaits({ uploads, addresses, documents, uncollected }: Closing['waiting']): string {
  const waits = [
    uploads > 0 && `${count(uploads, 'uploaded file')} still to be sent`,
    documents > 0 && `${count(documents, 'document')} on the way`,
    addresses > 0 && `${count(addresses, 'address', 'addresses')} to be withdrawn`,
  ].filter((one) => one !== false);
  const waiting = waits.length > 0 ? `It waits for ${waits.join(', ')}.` : 'It waits for nothing.';
  return uncollected > 0
    ? `${waiting} ${count(uncollected, 'document')} that they have not collected will be in the export.`
    : waiting;
}
