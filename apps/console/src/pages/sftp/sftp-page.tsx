import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCompanyName, useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Code } from '../../ui/code.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copy } from '../../ui/copy.tsx';
import { number } from '../../ui/format.ts';
import { LockedFor } from '../../ui/locked-for.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useScope } from '../../ui/scope.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { Button } from '../../ui/unable.tsx';
import { Folders } from './folders.tsx';

const connectionQuery = queryOptions({
  queryKey: ['sftp', 'connection'],
  queryFn: () => call(api.GET('/v1/sftp/connection')),
});

const loginsQuery = (companyId: string | undefined) =>
  queryOptions({
    queryKey: ['sftp', 'logins', companyId],
    queryFn: async () =>
      (await call(api.GET('/v1/sftp/logins', { params: { query: { companyId } } }))).logins,
  });

type Connection = Awaited<ReturnType<NonNullable<typeof connectionQuery.queryFn>>>;
type Login = Awaited<ReturnType<NonNullable<ReturnType<typeof loginsQuery>['queryFn']>>>[number];

const ON = { tone: 'done', mark: 'done', label: 'On' } as const;
const OFF = { tone: 'rest', mark: 'rest', label: 'Switched off' } as const;

/** Where a program exchanges files with us, and with which logins. */
export function SftpPage() {
  const connection = useQuery(connectionQuery);
  const logins = useQuery(loginsQuery(useScope()));
  return (
    <Page
      title="SFTP"
      lede="For programs that exchange files: documents go into outbox, and come out of inbox."
    >
      {connection.isPending && <Loading />}
      {connection.error && <Failed error={connection.error} again={() => connection.refetch()} />}
      {connection.data && !connection.data.enabled && (
        <Empty title="SFTP is switched off here">
          <p className="dim">
            The operator of this service switches it on. Webhooks and the API work without it.
          </p>
        </Empty>
      )}
      {connection.data?.enabled && (
        <>
          <ConnectionCard connection={connection.data} username={logins.data?.[0]?.username} />
          {logins.error && <Failed error={logins.error} again={() => logins.refetch()} />}
          {logins.data && <Logins logins={logins.data} />}
          <Folders
            layouts={connection.data.layouts.filter(({ loginId }) =>
              logins.data?.some(({ id }) => id === loginId),
            )}
          />
        </>
      )}
    </Page>
  );
}

function ConnectionCard({ connection, username }: { connection: Connection; username: string | undefined }) {
  const { host = '', port = 22, hostKeyFingerprint = '', hostKeyAlgorithm } = connection;
  const command = `sftp -P ${port} ${username ?? 'LOGIN'}@${host}`;
  return (
    <section className="connection" aria-label="Connection">
      <div className="sec">
        <h2>Connection</h2>
      </div>
      <div className="split even">
        <dl className="facts">
          <dt>Host</dt>
          <dd className="mono">
            {host}
            <Copy value={host} label="Copy the host" />
          </dd>
          <dt>Port</dt>
          <dd className="mono">{port}</dd>
          <dt>Host key</dt>
          <dd className="mono">
            {hostKeyFingerprint}
            <Copy value={hostKeyFingerprint} label="Copy the fingerprint of the host key" />
            <small className="dimmer">{hostKeyAlgorithm}</small>
          </dd>
        </dl>
        <div>
          <Code label="Command" copies={command}>
            {command}
          </Code>
          <p className="dim hint">
            The first time, your program asks whether the host key is right. Compare it with the one here, all
            of it.
          </p>
        </div>
      </div>
    </section>
  );
}

function LoginRow({ login, ask }: { login: Login; ask: () => void }) {
  const companyName = useCompanyName();
  const { username, companyId, authMethod, publicKeyFingerprint, status, lastLoginAt } = login;
  return (
    <tr>
      <td>
        <strong className="mono">{username}</strong>
      </td>
      <td className="dim">{companyId ? companyName(companyId) : 'every company'}</td>
      <td className="dim">
        {authMethod === 'PASSWORD' ? 'password' : 'public key'}
        {publicKeyFingerprint && <small className="mono">{publicKeyFingerprint}</small>}
      </td>
      <td>
        <Pill {...(status === 'ACTIVE' ? ON : OFF)} />
        <LockedFor addresses={login.lockedAddresses} />
      </td>
      <td className="dim">{lastLoginAt ? <Moment time={lastLoginAt} /> : 'never'}</td>
      <td>
        <NewPassword login={login} ask={ask} />
      </td>
    </tr>
  );
}

/** The one thing that customers change of a login, and why not where they cannot. */
function NewPassword({ login, ask }: { login: Login; ask: () => void }) {
  const { isOwner, isAdmin, noCredentials } = useRights();
  if (!isOwner && !(isAdmin && login.companyId)) return null;
  const byKey =
    login.authMethod === 'PASSWORD' ? undefined : 'It signs in with a key. The operator changes this';
  return (
    <div className="acts">
      <Button act={ask} not={noCredentials ?? byKey}>
        New password
      </Button>
    </div>
  );
}

function Logins({ logins }: { logins: readonly Login[] }) {
  const [asked, setAsked] = useState<Login>();
  const [made, setMade] = useState<{ username: string; password: string }>();
  return (
    <>
      <div className="sec">
        <h2>
          Logins <small>{number(logins.length)}</small>
        </h2>
        <span className="end">
          <span>The operator makes them, and changes all but the password</span>
        </span>
      </div>
      {logins.length === 0 ? (
        <p className="dim none">There is no login yet. Ask the operator of this service for one.</p>
      ) : (
        <Table
          className="people"
          columns={['Login', 'Reaches', 'Signs in with', 'State', 'Last seen', ACTIONS]}
        >
          <tbody>
            {logins.map((login) => (
              <LoginRow key={login.id} login={login} ask={() => setAsked(login)} />
            ))}
          </tbody>
        </Table>
      )}
      {asked && (
        <Confirm
          title={`Make a new password for ${asked.username}`}
          verb="Make it"
          close={() => setAsked(undefined)}
          act={async () => {
            const params = { path: { id: asked.id } };
            const answer = await call(
              api.PATCH('/v1/sftp/logins/{id}', { params, body: { resetPassword: true } }),
            );
            setMade({ username: asked.username, password: answer.password });
          }}
        >
          <p>The present one opens nothing from now on; a program that still has it is refused.</p>
          <p>Files stay where they are.</p>
        </Confirm>
      )}
      {made && (
        <ShownOnce
          title="Copy the password now"
          value={made.password}
          warning={`${made.username} signs in with it. We keep only its fingerprint: when this closes, nobody can show it again.`}
          close={() => setMade(undefined)}
        />
      )}
    </>
  );
}
