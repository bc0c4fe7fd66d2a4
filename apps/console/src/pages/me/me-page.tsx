import { useQuery } from '@tanstack/react-query';
import { useRights } from '../../api/account.ts';
import { meQuery } from '../../api/session.ts';
import { ROLES } from '../../people/roles.ts';
import { WAYS_IN } from '../../texts/ways-in.ts';
import { Looks } from '../../ui/looks.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';
import { at } from '../../ui/when.ts';
import { LinkedIdentity } from './linked-identity.tsx';
import { Notifications } from './notifications.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';

/** The person at the screen: how they sign in, where they are signed in, and how they want to see things. */
export function MePage() {
  const { data: me } = useQuery(meQuery);
  const { atDesk } = useRights();
  if (!me?.user || !me.session)
    return (
      <Page title="You">
        <Loading />
      </Page>
    );
  const { user, session } = me;
  return (
    <Page
      title={user.name}
      lede={
        <>
          {user.email}, {ROLES[user.role].toLowerCase()}. Signed in with {WAYS_IN[session.authMethod]} until{' '}
          {at(session.expiresAt)}.
        </>
      }
    >
      <div className="split even">
        <div>
          <Looks />
          <Notifications user={user} />
        </div>
        <div>
          {atDesk ? (
            <p className="note warn first-note">
              Staff at a desk change no passwords and passkeys of the person whose desk it is.
            </p>
          ) : (
            <>
              <Passkeys />
              <Password method={session.authMethod} hasPassword={user.hasPassword} email={user.email} />
              <LinkedIdentity userId={user.id} />
            </>
          )}
        </div>
      </div>
      <Sessions />
    </Page>
  );
}
