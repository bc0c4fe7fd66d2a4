import { useQuery } from '@tanstack/react-query';
import { WAYS_IN } from '../../../texts/ways-in.ts';
import { Looks } from '../../../ui/looks.tsx';
import { Page } from '../../../ui/page.tsx';
import { Loading } from '../../../ui/states.tsx';
import { at } from '../../../ui/when.ts';
import { meQuery } from '../../api/session.ts';
import { ROLES } from '../../parts/roles.ts';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';

/** The person at the screen: how they sign in, where they are signed in, and how they want to see things. */
export function MePage() {
  const { data: me } = useQuery(meQuery);
  if (!me)
    return (
      <Page title="You">
        <Loading />
      </Page>
    );
  const { operator, session } = me;
  return (
    <Page
      title={operator.name}
      lede={
        <>
          {operator.email}, {ROLES[operator.role].label.toLowerCase()}.
          {session && ` Signed in with ${WAYS_IN[session.authMethod]} until ${at(session.expiresAt)}.`}
        </>
      }
    >
      <div className="split even">
        <div>
          <Looks />
        </div>
        <div>
          <Passkeys />
          <Password isBySso={session?.authMethod === 'sso'} email={operator.email} />
        </div>
      </div>
      <Sessions />
    </Page>
  );
}
