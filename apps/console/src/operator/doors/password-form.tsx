import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { PasswordForm as Form, type PasswordFormProps } from '../../ui/password-form.tsx';
import { api } from '../api/client.ts';
import { meQuery } from '../api/session.ts';

/** The password of the operator at the screen. */
export function PasswordForm(props: PasswordFormProps) {
  const cache = useQueryClient();
  return (
    <Form
      {...props}
      change={async (body) => {
        await call(api.PATCH('/operator/v1/me', { body }));
        await cache.invalidateQueries({ queryKey: meQuery.queryKey });
      }}
    />
  );
}
