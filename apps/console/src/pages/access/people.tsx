import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { meQuery } from '../../api/session.ts';
import { identitiesQuery, ssoQuery, type User, usersQuery } from '../../people/queries.ts';
import { isInvited, isLocked, ROLES } from '../../people/roles.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { number } from '../../ui/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useScope } from '../../ui/scope.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { hourOf, span } from '../../ui/when.ts';
import { Who } from '../../ui/who.tsx';
import { type ActsProps, PersonActs, type What } from './person-acts.tsx';
import { PersonForm } from './person-form.tsx';
import { Reaches } from './reaches.tsx';

/** How long a mailed invitation opens something. */
const INVITATION_MS = 48 * 3_600_000;

type Asked = { what: What; user: User };

/** The people of the account, as far as the one who asks sees them. */
export function People({ showsInactive }: { showsInactive: boolean }) {
  const scope = useScope();
  const users = useQuery(usersQuery(scope));
  const [asked, setAsked] = useState<Asked>();
  const [password, setPassword] = useState<{ name: string; value: string }>();
  const [error, setError] = useState<Error>();
  if (users.isPending) return <Loading />;
  if (users.error) return <Failed error={users.error} again={() => users.refetch()} />;
  const people = users.data.toSorted((one, other) => one.name.localeCompare(other.name));
  const active = people.filter(({ status }) => status === 'active');
  const inactive = people.filter(({ status }) => status === 'inactive');
  const shown = showsInactive ? [...active, ...inactive] : active;
  const owners = active.filter(({ role }) => role === 'owner').length;
  return (
    <>
      <PeopleHead active={active.length} inactive={inactive.length} showsInactive={showsInactive} />
      {error && <Failed error={error} />}
      <Table className="people" columns={['Name', 'Role', 'Reaches', 'Signs in with', 'Last seen', ACTIONS]}>
        <tbody>
          {shown.map((user) => (
            <Person
              key={user.id}
              user={user}
              isLastOwner={user.role === 'owner' && owners === 1}
              ask={(what) => setAsked({ what, user })}
              fail={setError}
              onPassword={(value) => setPassword({ name: user.name, value })}
            />
          ))}
        </tbody>
      </Table>
      {asked && <Question {...asked} close={() => setAsked(undefined)} />}
      {password && (
        <ShownOnce
          title={`A password for ${password.name}`}
          value={password.value}
          warning="Mail is not set up here, so nobody was written to. Hand this over yourself; it is to be changed at the first sign-in. When this closes, nobody can show it again."
          close={() => setPassword(undefined)}
        />
      )}
    </>
  );
}

function PeopleHead(props: { active: number; inactive: number; showsInactive: boolean }) {
  const { active, inactive, showsInactive } = props;
  const { data: sso } = useQuery(ssoQuery);
  const { data: identities } = useQuery({ ...identitiesQuery, enabled: sso?.configured === true });
  return (
    <div className="sec">
      <h2>
        People{' '}
        <small>
          {number(active)}
          {inactive > 0 && `, and ${number(inactive)} switched off`}
        </small>
      </h2>
      <span className="end">
        {inactive > 0 && (
          <Link
            className="link"
            to="/access"
            search={(before) => ({ ...before, inactive: showsInactive ? undefined : '1' })}
          >
            {showsInactive ? 'Hide switched off' : 'Show switched off'}
          </Link>
        )}
        <Link className="link" to="/access" search={(before) => ({ ...before, tab: 'sso' })}>
          Single sign-on:{' '}
          {sso?.configured ? `${sso.provider}, ${number(identities?.length ?? 0)} linked` : 'not set up'}
        </Link>
      </span>
    </div>
  );
}

function Person(props: Omit<ActsProps, 'isSelf'>) {
  const { user } = props;
  const { data: me } = useQuery(meQuery);
  const isSelf = me?.user?.id === user.id;
  return (
    <tr>
      <td>
        <Who name={user.name} email={user.email} isSelf={isSelf} />
      </td>
      <td>{ROLES[user.role]}</td>
      <td className="dim">
        <Reaches companyIds={user.allCompanies ? 'all' : user.companyIds} />
      </td>
      <td className="dim ways">{waysOf(user)}</td>
      <td>
        <LastSeen user={user} isSelf={isSelf} />
      </td>
      <td>
        <PersonActs {...props} isSelf={isSelf} />
      </td>
    </tr>
  );
}

function waysOf({ hasPassword, passkeyCount, ssoLinked }: User): string {
  const ways = [
    ...(passkeyCount > 1 ? [`${passkeyCount} passkeys`] : passkeyCount === 1 ? ['passkey'] : []),
    ...(hasPassword ? ['password'] : []),
    ...(ssoLinked ? ['SSO'] : []),
  ];
  return ways.length === 0 ? 'no password yet' : ways.join(', ');
}

/** Hours are what an invitation of two days is counted in. */
const hoursOf = (ms: number): string => (ms < 3_600_000 ? span(ms) : `${Math.floor(ms / 3_600_000)} h`);

function LastSeen({ user, isSelf }: { user: User; isSelf: boolean }) {
  if (user.status === 'inactive') return <Pill tone="rest" mark="rest" label="switched off" />;
  if (isLocked(user))
    return <Pill tone="wait" mark="retry" label={`locked until ${hourOf(user.lockedUntil ?? '')}`} />;
  if (isInvited(user)) {
    const left = Date.parse(user.invitedAt ?? '') + INVITATION_MS - Date.now();
    return (
      <Pill
        tone="wait"
        mark="wait"
        label={left > 0 ? `invited, ${hoursOf(left)} left` : 'invitation is over'}
      />
    );
  }
  if (isSelf) return 'now';
  return user.lastLoginAt ? <Moment time={user.lastLoginAt} /> : <span className="dim">never</span>;
}

function Question({ what, user, close }: Asked & { close: () => void }) {
  const cache = useQueryClient();
  const remove = async () => {
    await call(api.DELETE('/v1/users/{id}', { params: { path: { id: user.id } } }));
    await cache.invalidateQueries({ queryKey: ['users'] });
  };
  if (what === 'change') return <PersonForm user={user} close={close} />;
  if (what === 'erase')
    return (
      <Confirm title={`Erase ${user.name}`} verb="Erase" type={user.email} close={close} act={remove}>
        <p>
          Name and e-mail are removed for good, also from the audit, where “a former user” stands instead.
        </p>
        <p>What {user.name} did stays. This cannot be undone.</p>
      </Confirm>
    );
  return (
    <Confirm title={`Switch off ${user.name}`} verb="Switch off" close={close} act={remove}>
      <p>
        {user.name} cannot sign in any more: sessions and passkeys end at once. Keys stay as they are; revoke
        them where {user.name} knows them.
      </p>
      <p>It can be undone; passkeys do not come back.</p>
    </Confirm>
  );
}
