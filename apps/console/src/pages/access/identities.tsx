import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../api/account.ts';
import { meQuery } from '../../api/session.ts';
import { identitiesQuery, ssoQuery, usersQuery } from '../../people/queries.ts';
import { type Identity, Unlink } from '../../people/unlink.tsx';
import { number } from '../../ui/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { useScope } from '../../ui/scope.ts';
import { Failed, Loading } from '../../ui/states.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { Button } from '../../ui/unable.tsx';

/** Who is linked to an identity at the provider. */
export function Identities() {
  const sso = useQuery(ssoQuery);
  const identities = useQuery(identitiesQuery);
  const users = useQuery(usersQuery(useScope()));
  const { data: me } = useQuery(meQuery);
  const { isOwner } = useRights();
  const [asked, setAsked] = useState<Identity>();
  const nameOf = (id: string) => users.data?.find((user) => user.id === id)?.name;
  return (
    <>
      <div className="sec">
        <h2>
          Single sign-on <small>{sso.data?.configured ? sso.data.provider : 'not set up here'}</small>
        </h2>
        <span className="end">
          <Link className="link" to="/access" search={(before) => ({ ...before, tab: undefined })}>
            People and keys
          </Link>
        </span>
      </div>
      {sso.data && !sso.data.configured && (
        <p className="dim none">
          The operator connects this service to an identity provider. Passwords and passkeys work without one.
        </p>
      )}
      {identities.isPending && <Loading lines={4} />}
      {identities.error && <Failed error={identities.error} again={() => identities.refetch()} />}
      {sso.data?.configured && identities.data?.length === 0 && (
        <p className="dim none">
          Nobody is linked yet. Everybody links their own under{' '}
          <Link className="link" to="/me" search={{}}>
            You
          </Link>
          .
        </p>
      )}
      {identities.data && identities.data.length > 0 && (
        <Table className="people" columns={['Person', 'Provider', 'Linked', 'Last used', ACTIONS]}>
          <tbody>
            {identities.data.map((identity) => (
              <tr key={identity.id}>
                <td>
                  <strong>{nameOf(identity.userId) ?? identity.email}</strong>
                  <small>{identity.email}</small>
                </td>
                <td className="dim">
                  {identity.provider}
                  <small>{identity.issuer}</small>
                </td>
                <td className="dim">
                  <Moment time={identity.createdAt} />
                </td>
                <td className="dim">
                  {identity.lastUsedAt ? <Moment time={identity.lastUsedAt} /> : 'never'}
                </td>
                <td>
                  <div className="acts">
                    <Button
                      className="btn sm ghost bad"
                      not={
                        isOwner || identity.userId === me?.user?.id
                          ? undefined
                          : 'Only owners unlink somebody else'
                      }
                      act={() => setAsked(identity)}
                    >
                      Unlink
                    </Button>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {identities.data && identities.data.length > 0 && (
        <p className="more">{number(identities.data.length)} linked</p>
      )}
      {asked && <Unlink identity={asked} close={() => setAsked(undefined)} />}
    </>
  );
}
