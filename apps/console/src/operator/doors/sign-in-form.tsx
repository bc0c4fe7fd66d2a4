import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { PasswordEntry } from '../../ui/password-entry.tsx';
import { api } from '../api/client.ts';
import { keepSession } from '../api/session.ts';
import type { SignedIn } from '../api/types.ts';

/** Asks for e-mail and password. */
export function SignInForm(props: {
  done: (entered: SignedIn['operator']) => void;
  /** Whose session ended: nobody else can go on with what is on the page. */
  email?: string;
}) {
  const enter = useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      const { token, operator } = await call(api.POST('/operator/v1/auth/login', { body }));
      await keepSession(token);
      return operator;
    },
    onSuccess: props.done,
  });
  return (
    <PasswordEntry enter={enter.mutate} isBusy={enter.isPending} error={enter.error} email={props.email} />
  );
}
