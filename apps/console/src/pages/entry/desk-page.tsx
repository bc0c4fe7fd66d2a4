import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keepSession } from '../../api/session.ts';
import { Arrival } from '../../ui/arrival.tsx';

/** Where the operator's console leads staff who sit down at a customer's desk; the token behind # opens it once. */
export function DeskPage() {
  return <Arrival arrive={sitDown} refused="This desk does not open" back="To signing in" />;
}

async function sitDown(): Promise<string> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  history.replaceState(history.state, '', location.pathname);
  if (!token) throw new Error('The link is not complete. Ask for a new one in the operator’s console.');
  const session = await call(api.POST('/v1/desk-sessions/exchange', { body: { token } }));
  queryClient.clear();
  await keepSession(session.token);
  return '/console/';
}
