import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api, call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keepSession } from '../../api/session.ts';
import { Refused } from '../../people/refused.tsx';
import { Loading } from '../../ui/states.tsx';
import { Door } from './door.tsx';

/** Where the operator's console leads staff who sit down at a customer's desk; the token behind # opens it once. */
export function DeskPage() {
  const router = useRouter();
  const [error, setError] = useState<Error>();
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    sitDown().then(() => router.history.replace('/console/'), setError);
  }, [router]);
  if (!error)
    return (
      <Door title="One moment">
        <Loading lines={2} />
      </Door>
    );
  return (
    <Door title="This desk does not open">
      <Refused error={error} />
      <Link className="btn wide" to="/sign-in" search={{}}>
        To signing in
      </Link>
    </Door>
  );
}

async function sitDown(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  history.replaceState(history.state, '', location.pathname);
  if (!token) throw new Error('The link is not complete. Ask for a new one in the operator’s console.');
  const session = await call(api.POST('/v1/desk-sessions/exchange', { body: { token } }));
  queryClient.clear();
  await keepSession(session.token);
}
