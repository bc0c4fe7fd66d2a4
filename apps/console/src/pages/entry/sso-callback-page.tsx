import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keepSession } from '../../api/session.ts';
import { takeJourney } from '../../people/sso.ts';
import { landing } from '../../ui/landing.ts';
import { Arrival } from './arrival.tsx';

/** Where the identity provider sends the browser back to: ends the sign-in, or the linking, that this tab began. */
export function SsoCallbackPage() {
  return <Arrival arrive={arrive} refused="Not signed in" back="Back to signing in" />;
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
  return landing(journey.next, '/console');
}
