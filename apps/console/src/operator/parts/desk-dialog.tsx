import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/answer.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Choose, FormActions, textOf, useSubmission } from '../../ui/form.tsx';
import { Failed } from '../../ui/states.tsx';
import { hourOf } from '../../ui/when.ts';
import { api } from '../api/client.ts';
import type { WholeAccount } from '../api/types.ts';
import { PUBLIC_URL } from '../public-url.ts';
import { ReasonField } from './reason-field.tsx';

/** Asks why, and leads to the customers' console in a window of its own. The link opens it once, within a minute. */
export function DeskDialog({
  account,
  close,
}: {
  account: Pick<WholeAccount, 'id' | 'name' | 'people'>;
  close: () => void;
}) {
  const cache = useQueryClient();
  const [made, setMade] = useState<{ link: string; expiresAt: string }>();
  const { submit, isBusy, error } = useSubmission(async (form) => {
    const userId = textOf(form, 'userId');
    const body = {
      accountId: account.id,
      reason: textOf(form, 'reason') ?? '',
      ...(userId ? { userId } : {}),
    };
    const { token, expiresAt } = await call(api.POST('/operator/v1/desk-sessions', { body }));
    setMade({ link: `${PUBLIC_URL}/console/desk#token=${token}`, expiresAt });
    await cache.invalidateQueries({ queryKey: ['desks'] });
  });
  return (
    <Dialog title={`Sit at the desk of ${account.name}`} close={close}>
      {made ? (
        <>
          <p className="dim">
            The customers’ console opens in a window of its own. The link works once, until{' '}
            {hourOf(made.expiresAt)}.
          </p>
          <p className="acts">
            <button type="button" className="btn" onClick={close}>
              Close
            </button>
            <a className="btn pri" href={made.link} target="_blank" rel="noopener noreferrer" onClick={close}>
              Open their console
            </a>
          </p>
        </>
      ) : (
        <form onSubmit={submit}>
          <p className="dim">
            You see and do what they could, for an hour, without their passwords and keys. They read in their
            audit that you were there, and why.
          </p>
          {error && <Failed error={error} />}
          <ReasonField label="Why; the customer sees this" />
          <Choose label="As" name="userId" defaultValue="">
            <option value="">the owner who is here longest</option>
            {account.people
              .filter(({ status }) => status === 'active')
              .map(({ id, name, email }) => (
                <option key={id} value={id}>
                  {name}, {email}
                </option>
              ))}
          </Choose>
          <FormActions verb="Make a link" isBusy={isBusy} cancel={close} />
        </form>
      )}
    </Dialog>
  );
}
