/** What a journey to the identity provider is for; it waits in this tab until the provider sends the person back. */
export interface Journey {
  purpose: 'sign-in' | 'link';
  next?: string | undefined;
}

type Kept = Journey & { flow: string };

const PLACE = 'pappel.sso';

/** Sends the browser to the provider. The flow's secret stays in this tab: without it the answer is worth nothing. */
export function leaveFor(started: { authorizationUrl: string; flow: string }, journey: Journey): void {
  const { authorizationUrl, flow } = started;
  sessionStorage.setItem(PLACE, JSON.stringify({ ...journey, flow } satisfies Kept));
  location.assign(authorizationUrl);
}

/** What this tab left for, once, and where it came back to, which then leaves the address. */
export function comeBack(): { journey: Journey; ended: { flow: string; callbackUrl: string } } {
  const kept = sessionStorage.getItem(PLACE);
  sessionStorage.removeItem(PLACE);
  if (kept === null) throw new Error('This sign-in was not begun in this tab. Start again.');
  const { flow, ...journey } = JSON.parse(kept) as Kept;
  const ended = { flow, callbackUrl: location.href };
  history.replaceState(history.state, '', location.pathname);
  return { journey, ended };
}
