import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keepSession } from '../../api/session.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { comeBack } from '../../ui/journey.ts';
import { landing } from '../../ui/landing.ts';

/** Where the identity provider sends the browser back to: ends the sign-in, or the linking, that this tab began. */
export function SsoCallbackPage() {
  return <Arrival arrive={arrive} refused="Not signed in" back="Back to signing in" />;
}

async function arrive(): Promise<string> {
  const { journey, ended: body } = comeBack();
  if (journey.purpose === 'link') {
    await call(api.POST('/v1/sso/identities', { body }));
    await queryClient.invalidateQueries({ queryKey: ['users'] });
    return '/console/me';
  }
  const { token } = await call(api.POST('/v1/auth/oidc', { body }));
  await keepSession(token);
  return landing(journey.next, '/console');
}
