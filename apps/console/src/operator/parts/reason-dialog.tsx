import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { FormActions, textOf, useSubmission } from '../../ui/form.tsx';
import { Failed } from '../../ui/states.tsx';
import { ReasonField } from './reason-field.tsx';

/** Asks for what is done to somebody else's: what happens, and why. */
export function ReasonDialog(props: {
  title: string;
  verb: string;
  label: string;
  children: ReactNode;
  isNeeded?: boolean;
  act: (reason: string | undefined) => Promise<unknown>;
  close: () => void;
}) {
  const { title, verb, label, children, isNeeded = false, act, close } = props;
  const { submit, isBusy, error } = useSubmission(async (form) => {
    await act(textOf(form, 'reason'));
    close();
  });
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={submit}>
        <p className="dim">{children}</p>
        {error && <Failed error={error} />}
        <ReasonField label={label} isNeeded={isNeeded} />
        <FormActions verb={verb} isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}
