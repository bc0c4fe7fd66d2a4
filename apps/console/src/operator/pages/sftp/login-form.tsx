import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Choose, FormActions, textOf, useSubmission } from '../../../ui/form.tsx';
import { Failed } from '../../../ui/states.tsx';
import { api } from '../../api/client.ts';
import type { SftpLogin } from '../../api/types.ts';
import { accountQuery, accountsQuery } from '../../parts/queries.ts';

const FIELDS = ['accountId', 'companyId', 'username', 'publicKey'];

/** A new login for an account, or for one of its companies. */
export function LoginForm(props: {
  close: () => void;
  made: (password: { username: string; value: string }) => void;
}) {
  const { close, made } = props;
  const cache = useQueryClient();
  const [accountId, setAccountId] = useState('');
  const [method, setMethod] = useState<SftpLogin['authMethod']>('PASSWORD');
  const accounts = useInfiniteQuery(accountsQuery({ q: undefined, status: 'ACTIVE' }));
  const { data: account } = useQuery({ ...accountQuery(accountId), enabled: accountId !== '' });
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const companyId = textOf(form, 'companyId');
    const publicKey = textOf(form, 'publicKey');
    const username = textOf(form, 'username') ?? '';
    const body = {
      accountId,
      username,
      authMethod: method,
      ...(companyId ? { companyId } : {}),
      ...(method === 'PUBLIC_KEY' && publicKey ? { publicKey } : {}),
    };
    const { password } = await call(api.POST('/operator/v1/sftp/logins', { body }));
    await cache.invalidateQueries({ queryKey: ['sftp'] });
    close();
    if (password) made({ username, value: password });
  });
  return (
    <Dialog title="Make an SFTP login" close={close}>
      <form onSubmit={submit}>
        {error && !FIELDS.some((field) => wrong(field)) && <Failed error={error} />}
        <Choose
          label="Account"
          required
          value={accountId}
          onChange={({ target }) => setAccountId(target.value)}
        >
          <option value="">Choose one</option>
          {accounts.data?.pages
            .flatMap((page) => page.accounts)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </Choose>
        {accounts.hasNextPage && (
          <p>
            <button type="button" className="link" onClick={() => accounts.fetchNextPage()}>
              More accounts
            </button>
          </p>
        )}
        <Choose label="Reaches" name="companyId" defaultValue="">
          <option value="">every company of it</option>
          {account?.companies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choose>
        <Field
          label="Login"
          name="username"
          maxLength={64}
          autoComplete="off"
          required
          error={wrong('username')}
        />
        <Choose
          label="Signs in with"
          value={method}
          onChange={({ target }) => setMethod(target.value === 'PUBLIC_KEY' ? 'PUBLIC_KEY' : 'PASSWORD')}
        >
          <option value="PASSWORD">a password, made here and shown once</option>
          <option value="PUBLIC_KEY">a key of theirs</option>
        </Choose>
        {method === 'PUBLIC_KEY' && (
          <label className="f">
            Their public keys, a line each
            <textarea name="publicKey" className="field tall" rows={3} maxLength={16_384} required />
            {wrong('publicKey') && <span className="wrong">{wrong('publicKey')}</span>}
          </label>
        )}
        <FormActions verb="Make it" isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}
