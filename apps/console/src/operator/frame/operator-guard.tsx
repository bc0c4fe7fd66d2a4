import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { SessionGuard } from '../../ui/session-guard.tsx';
import { onRefusedSession } from '../api/client.ts';
import { meQuery, onSignedOutElsewhere, readAnew, stillSignedIn } from '../api/session.ts';

const SignInForm = lazy(async () => ({ default: (await import('../doors/sign-in-form.tsx')).SignInForm }));

/** Guards the session of whoever has signed in. */
export function OperatorGuard() {
  const { data: me } = useQuery(meQuery);
  if (!me?.session) return null;
  const { operator, session } = me;
  const isSamePerson = async () => {
    const now = await readAnew();
    return now?.operator.id === operator.id && !now.operator.mustChangePassword;
  };
  return (
    <SessionGuard
      session={{
        expiresAt: session.expiresAt,
        onRefused: onRefusedSession,
        onSignedOutElsewhere,
        isStillGood: stillSignedIn,
        isSamePerson,
        form: (done) => <SignInForm email={operator.email} isOverPage done={done} />,
        home: '/',
        door: '/sign-in',
      }}
    />
  );
}
