import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api, call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keepSession } from '../../api/session.ts';
import { Refused } from '../../people/refused.tsx';
import { takeJourney } from '../../people/sso.ts';
import { Loading } from '../../ui/states.tsx';
import { Door } from './door.tsx';
import { landing } from './landing.ts';

/** Where the identity provider sends the browser back to: ends the sign-in, or the linking, that this tab began. */
export function SsoCallbackPage() {
  const router = useRouter();
  const [error, setError] = useState<Error>();
  const isBegun = useRef(false);
  useEffect(() => {
    // Once: the flow cannot be ended twice.
    if (isBegun.current) return;
    isBegun.current = true;
    arrive().then((path) => router.history.replace(path), setError);
  }, [router]);
  if (!error)
    return (
      <Door title="One moment">
        <Loading lines={2} />
      </Door>
    );
  return (
    <Door title="Not signed in">
      <Refused error={error} />
      <Link className="btn wide" to="/sign-in" search={{}}>
        Back to signing in
      </Link>
    </Door>
  );
}

async function arrive(): Promise<string> {
  const journey = takeJourney();
  if (!journey) throw new Error('This sign-in was not begun in this tab. Start again.');
  const body = { flow: journey.flow, callbackUrl: location.href };
  history.replaceState(history.state, '', location.pathname);
  if (journey.purpose === 'link') {
    await call(api.POST('/v1/sso/identities', { body }));
    await queryClient.invalidateQueries({ queryKey: ['users'] });
    return '/console/me';
  }
  const { token } = await call(api.POST('/v1/auth/oidc', { body }));
  await keepSession(token);
  return landing(journey.next);
}
