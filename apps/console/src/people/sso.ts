import { call } from '../api/answer.ts';
import { api } from '../api/client.ts';

/** What a journey to the identity provider is for; it waits in this tab until the provider sends the person back. */
export interface Journey {
  purpose: 'sign-in' | 'link';
  next?: string | undefined;
}

type Kept = Journey & { flow: string };

const PLACE = 'pappel.sso';

/** Sends the browser to the provider. The flow's secret stays in this tab: without it the answer is worth nothing. */
export async function leaveForProvider(journey: Journey): Promise<void> {
  const { authorizationUrl, flow } = await call(api.POST('/v1/auth/oidc/start'));
  sessionStorage.setItem(PLACE, JSON.stringify({ ...journey, flow } satisfies Kept));
  location.assign(authorizationUrl);
}

/** What this tab left for, once. */
export function takeJourney(): Kept | undefined {
  const kept = sessionStorage.getItem(PLACE);
  sessionStorage.removeItem(PLACE);
  return kept === null ? undefined : (JSON.parse(kept) as Kept);
}
