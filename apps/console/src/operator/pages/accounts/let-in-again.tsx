import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Choose, FormActions, textOf, useSubmission } from '../../../ui/form.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { Failed } from '../../../ui/states.tsx';
import { at } from '../../../ui/when.ts';
import { api } from '../../api/client.ts';
import type { WholeAccount } from '../../api/types.ts';
import { ReasonField } from '../../parts/reason-field.tsx';

type Person = WholeAccount['people'][number];

/** Gives an owner a link or a password, shown once, to be handed over to somebody whom one knows to be them. */
export function LetInAgain({
  accountId,
  owner,
  close,
}: {
  accountId: string;
  owner: Person;
  close: () => void;
}) {
  const [made, setMade] = useState<{ value: string; until: string | undefined }>();
  const { submit, isBusy, error } = useSubmission(async (form) => {
    const body = {
      userId: owner.id,
      how: textOf(form, 'how') === 'password' ? ('password' as const) : ('link' as const),
      reason: textOf(form, 'reason') ?? '',
    };
    const params = { path: { id: accountId } };
    const { link, password, expiresAt } = await call(
      api.POST('/operator/v1/accounts/{id}/owners/reset', { params, body }),
    );
    setMade({ value: link ?? password ?? '', until: expiresAt });
  });
  if (made)
    return (
      <ShownOnce
        title={`For ${owner.name}`}
        value={made.value}
        warning={`Hand it over yourself${made.until ? `; it works until ${at(made.until)}` : ''}. When this closes, nobody can show it again.`}
        close={close}
      />
    );
  return (
    <Dialog title={`Let ${owner.name} in again`} close={close}>
      <form onSubmit={submit}>
        <p className="dim">
          First make sure that it is {owner.name}, {owner.email}, who asks. It stands in the account’s audit,
          where its owners read it.
        </p>
        {error && <Failed error={error} />}
        <Choose label="With" name="how" defaultValue="link">
          <option value="link">a link that works once</option>
          <option value="password">a password for the first sign-in</option>
        </Choose>
        <ReasonField label="How you made sure" />
        <FormActions verb="Let in" isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}
