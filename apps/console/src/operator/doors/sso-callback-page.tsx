import { call } from '../../api/answer.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { comeBack } from '../../ui/journey.ts';
import { landing } from '../../ui/landing.ts';
import { api } from '../api/client.ts';
import { keepSession } from '../api/session.ts';

/** Where the identity provider sends the browser back to: ends the sign-in that this tab began. */
export function SsoCallbackPage() {
  return <Arrival arrive={arrive} refused="Not signed in" back="Back to signing in" />;
}

async function arrive(): Promise<string> {
  const { journey, ended: body } = comeBack();
  const { token } = await call(api.POST('/operator/v1/auth/oidc', { body }));
  await keepSession(token);
  return landing(journey.next, '');
}
