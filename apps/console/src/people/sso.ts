import { call } from '../api/answer.ts';
import { api } from '../api/client.ts';
import { type Journey, leaveFor } from '../ui/journey.ts';

/** Sends the browser to the identity provider. */
export async function leaveForProvider(journey: Journey): Promise<void> {
  leaveFor(await call(api.POST('/v1/auth/oidc/start')), journey);
}
