import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/answer.ts';
import { api } from '../api/client.ts';
import { meQuery } from '../api/session.ts';
import { PasswordForm as Form, type PasswordFormProps } from '../ui/password-form.tsx';

/** The password of the person at the screen. */
export function PasswordForm(props: PasswordFormProps) {
  const cache = useQueryClient();
  const { data: me } = useQuery(meQuery);
  return (
    <Form
      {...props}
      change={async (body) => {
        await call(api.PATCH('/v1/users/{id}', { params: { path: { id: me?.user?.id ?? '' } }, body }));
        await cache.invalidateQueries({ queryKey: meQuery.queryKey });
      }}
    />
  );
}
