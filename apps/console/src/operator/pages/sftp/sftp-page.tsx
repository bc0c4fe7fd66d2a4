import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { allPages } from '../../../api/all-pages.ts';
import { call } from '../../../api/answer.ts';
import type { StatusWords } from '../../../texts/statuses.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { LockedFor } from '../../../ui/locked-for.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { ACTIONS, Table } from '../../../ui/table.tsx';
import { WordsField } from '../../../ui/words-field.tsx';
import { api } from '../../api/client.ts';
import { useRights } from '../../api/session.ts';
import type { SftpLogin } from '../../api/types.ts';
import { accountQuery } from '../../parts/queries.ts';
import { StatusChoice } from '../../parts/status-choice.tsx';
import { LoginForm } from './login-form.tsx';

const route = getRouteApi('/inside/sftp');

const STATUSES = {
  ACTIVE: { label: 'In use', tone: 'rest', mark: 'rest' },
  DISABLED: { label: 'Switched off', tone: 'stop', mark: 'stop' },
} as const satisfies Record<SftpLogin['status'], StatusWords>;

const loginsQuery = queryOptions({
  queryKey: ['sftp'],
  queryFn: async () => {
    const pages = await allPages((cursor) =>
      call(api.GET('/operator/v1/sftp/logins', { params: { query: { limit: 100, cursor } } })),
    );
    return pages.flatMap(({ logins }) => logins);
  },
});

type Asked = 'off' | 'on' | 'password' | 'unlock' | 'delete';

/** The SFTP logins of every account. */
export function SftpPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { mayWork } = useRights();
  const [isMaking, setMaking] = useState(false);
  const [asked, setAsked] = useState<{ login: SftpLogin; what: Asked }>();
  const [password, setPassword] = useState<{ username: string; value: string }>();
  const list = useQuery(loginsQuery);
  const rows = list.data?.filter(
    ({ username, status }) =>
      username.startsWith(search.q ?? '') && (!search.status || status === search.status),
  );
  return (
    <Page
      title="SFTP logins"
      lede="Made here for customers who exchange files; they see theirs and can only renew the password."
      actions={
        mayWork && (
          <button type="button" className="btn pri" onClick={() => setMaking(true)}>
            Make a login
          </button>
        )
      }
    >
      <search className="filters">
        <WordsField
          label="Login"
          value={search.q ?? ''}
          onWords={(words) =>
            navigate({ to: '/sftp', search: { ...search, q: words || undefined }, replace: true })
          }
        />
        <StatusChoice
          statuses={STATUSES}
          chosen={search.status}
          counts={undefined}
          choose={(status) => navigate({ to: '/sftp', search: { ...search, status } })}
        />
      </search>
      {list.isPending && <Loading />}
      {list.error && <Failed error={list.error} again={() => list.refetch()} />}
      {rows?.length === 0 && <Empty title={search.q || search.status ? 'No login fits' : 'No login yet'} />}
      {rows && rows.length > 0 && <Rows rows={rows} ask={(login, what) => setAsked({ login, what })} />}
      {isMaking && <LoginForm close={() => setMaking(false)} made={setPassword} />}
      {asked && <Question {...asked} close={() => setAsked(undefined)} made={setPassword} />}
      {password && (
        <ShownOnce
          title={`A password for ${password.username}`}
          value={password.value}
          warning="Hand it over yourself. When this closes, nobody can show it again."
          close={() => setPassword(undefined)}
        />
      )}
    </Page>
  );
}

function Rows(props: { rows: readonly SftpLogin[]; ask: (login: SftpLogin, what: Asked) => void }) {
  const { rows, ask } = props;
  const { mayWork } = useRights();
  return (
    <Table
      caption="SFTP logins"
      columns={['Login', 'Account', 'With', 'Last seen', 'Status', mayWork && ACTIONS]}
    >
      <tbody>
        {rows.map((login) => (
          <tr key={login.id}>
            <td className="mono">{login.username}</td>
            <td>
              <Link className="link" to="/accounts/$id" params={{ id: login.accountId }}>
                <AccountName id={login.accountId} />
              </Link>
              {login.companyId && <small>one company of it</small>}
            </td>
            <td className="break">
              {login.authMethod === 'PASSWORD' ? 'a password' : 'a key'}
              {login.publicKeyFingerprint && <small className="mono">{login.publicKeyFingerprint}</small>}
            </td>
            <td className="dim nowrap">
              {login.lastLoginAt ? <Moment time={login.lastLoginAt} /> : 'never'}
            </td>
            <td>
              <Pill {...STATUSES[login.status]} />
              <LockedFor addresses={login.lockedAddresses} />
            </td>
            {mayWork && (
              <td>
                <Acts login={login} ask={ask} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function AccountName({ id }: { id: string }) {
  const { data } = useQuery(accountQuery(id));
  return data?.name ?? id.slice(0, 13);
}

function Acts({ login, ask }: { login: SftpLogin; ask: (login: SftpLogin, what: Asked) => void }) {
  const acts: [Asked, string][] = [
    ...(login.lockedAddresses ? ([['unlock', 'Unlock…']] as [Asked, string][]) : []),
    ...(login.authMethod === 'PASSWORD' ? ([['password', 'New password…']] as [Asked, string][]) : []),
    login.status === 'ACTIVE' ? ['off', 'Switch off…'] : ['on', 'Switch on…'],
    ['delete', 'Delete…'],
  ];
  return (
    <div className="acts">
      {acts.map(([what, words]) => (
        <button key={what} type="button" className="btn sm ghost" onClick={() => ask(login, what)}>
          {words}
          <span className="sr"> {login.username}</span>
        </button>
      ))}
    </div>
  );
}

const QUESTIONS = {
  off: {
    verb: 'Switch off',
    says: 'Whoever is connected with it is cut off within seconds. Its files stay.',
  },
  on: { verb: 'Switch on', says: 'It opens the same folders as before.' },
  password: { verb: 'Make a new password', says: 'The present one ends at once.' },
  unlock: {
    verb: 'Unlock',
    says: 'It is let in again from every address, once the password is right. Five wrong ones lock it again.',
  },
  delete: { verb: 'Delete', says: 'It cannot be brought back. What it uploaded stays.' },
} as const;

function Question(props: {
  login: SftpLogin;
  what: Asked;
  close: () => void;
  made: (password: { username: string; value: string }) => void;
}) {
  const { login, what, close, made } = props;
  const cache = useQueryClient();
  const params = { path: { id: login.id } };
  const act = async () => {
    if (what === 'delete') await call(api.DELETE('/operator/v1/sftp/logins/{id}', { params }));
    else if (what === 'unlock')
      await call(api.POST('/operator/v1/sftp/logins/{id}/unlock', { params, body: {} }));
    else {
      const body =
        what === 'password'
          ? { resetPassword: true as const }
          : { status: what === 'off' ? ('DISABLED' as const) : ('ACTIVE' as const) };
      const { password } = await call(api.PATCH('/operator/v1/sftp/logins/{id}', { params, body }));
      if (password) made({ username: login.username, value: password });
    }
    await cache.invalidateQueries({ queryKey: ['sftp'] });
  };
  const { verb, says } = QUESTIONS[what];
  return (
    <Confirm
      title={`${verb}: ${login.username}`}
      verb={verb}
      isHarmless={what === 'on' || what === 'unlock'}
      act={act}
      close={close}
    >
      <p>{says}</p>
    </Confirm>
  );
}
