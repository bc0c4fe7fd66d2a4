import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { api, call } from '../api/client.ts';
import { meQuery, signOut } from '../api/session.ts';
import { ENVIRONMENT, IS_LOCAL_NETWORK } from '../environment.ts';
import { Lenticel } from './lenticel.tsx';
import { Loading } from './states.tsx';

/** The rail, the top and the strip of the environment, around every page behind the door. */
export function Frame() {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PlaceStrip />
      <div className="app">
        <Rail />
        <div>
          <header className="top">
            <div className="end">
              <EnvironmentLabel />
            </div>
          </header>
          <main id="main">
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
    </>
  );
}

/** Test and production can never be confused: across the whole window, and never closable. */
export function PlaceStrip() {
  return (
    <aside className="place" aria-label="Environment">
      <Lenticel mark="unk" />
      <b>TEST</b>
      <span>
        {IS_LOCAL_NETWORK ? 'Local network on this machine. ' : 'Test network. '}Nothing here reaches a real
        company, and nothing here is a real invoice.
      </span>
    </aside>
  );
}

export function EnvironmentLabel() {
  return <span className="env">{ENVIRONMENT === 'production' ? 'Production' : 'Test'}</span>;
}

export function Brand() {
  return (
    <>
      <svg className="tree" aria-hidden="true">
        <use href="#tree" />
      </svg>
      Pappel
    </>
  );
}

function Rail() {
  const { data: account } = useQuery({ queryKey: ['account'], queryFn: () => call(api.GET('/v1/account')) });
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <nav className="rail" aria-label="Main">
      <Link className="brand" to="/">
        <Brand />
      </Link>
      <p className="scope">
        <span>
          <b>{account?.name ?? '…'}</b>
          <small>{account ? `${account.companies.length} companies` : ''}</small>
        </span>
      </p>
      <div className="trunk">
        <Link to="/documents" search={{}}>
          Documents
        </Link>
      </div>
      {me?.user && <Me name={me.user.name} role={me.user.role} />}
    </nav>
  );
}

function Me({ name, role }: { name: string; role: string }) {
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate({ to: '/sign-in', search: {} });
  };
  const initials = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('');
  return (
    <div className="me">
      <span className="ava">{initials}</span>
      <span>
        {name}
        <small>{role.replace('_', ' ')}</small>
      </span>
      <button type="button" className="btn ghost sm" onClick={leave}>
        Sign out
      </button>
    </div>
  );
}
