import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { onRefusedSession } from '../api/client.ts';
import { reconnect } from '../api/live.ts';
import { meQuery, onSignedOutElsewhere, readAnew, stillSignedIn } from '../api/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SessionGuard as Guard } from '../ui/session-guard.tsx';

const SignInForm = lazy(async () => ({
  default: (await import('../people/sign-in-form.tsx')).SignInForm,
}));

/** Guards the session of whoever has signed in; staff at a desk cannot begin another one here. */
export function SessionGuard() {
  const { data: me } = useQuery(meQuery);
  if (!me?.user || !me.session) return null;
  const { user, session } = me;
  const isSamePerson = async () => {
    const now = await readAnew();
    return now?.user?.id === user.id && !now.user.mustChangePassword;
  };
  return (
    <Guard
      session={{
        expiresAt: session.expiresAt,
        onRefused: onRefusedSession,
        onSignedOutElsewhere,
        isStillGood: stillSignedIn,
        isSamePerson,
        form:
          session.actor === undefined
            ? (done) => <SignInForm email={user.email} isOverPage done={() => done().then(reconnect)} />
            : undefined,
        over: (
          <Dialog title="The desk session has ended" close={() => location.assign('/console/sign-in')}>
            <p className="dim">Ask for a new one in the operator’s console.</p>
          </Dialog>
        ),
        home: '/console/',
        door: '/console/sign-in',
      }}
    />
  );
}
