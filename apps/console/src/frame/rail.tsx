import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useRights } from '../api/account.ts';
import { stopLive } from '../api/live.ts';
import { signOut } from '../api/session.ts';
import { ROLES } from '../people/roles.ts';
import { Brand } from '../ui/environment-marks.tsx';
import { initialsOf, short } from '../ui/format.ts';
import { useScope } from '../ui/scope.ts';
import { PLACES, type Place } from './places.ts';
import { railCountsQuery } from './rail-counts.ts';
import { Scope } from './scope.tsx';

/** The words that lead everywhere, hung on one line. */
export function Rail() {
  const { isAdmin } = useRights();
  return (
    <nav className="rail" aria-label="Main">
      <Link className="brand" to="/" search={{}}>
        <Brand />
      </Link>
      <Scope />
      <div className="trunk">
        {PLACES.map((group, i) => (
          <Fragment key={group[0]?.to}>
            {i > 0 && <hr />}
            {group.map((place) => (isAdmin || !place.admins) && <PlaceLink key={place.to} place={place} />)}
          </Fragment>
        ))}
      </div>
      <Self />
    </nav>
  );
}

function PlaceLink({ place }: { place: Place }) {
  const { data: counts } = useQuery(railCountsQuery(useScope()));
  const count = counts?.[place.to];
  return (
    <Link
      to={place.to}
      search={{}}
      activeOptions={{ exact: place.to === '/', includeSearch: false }}
      className={place.narrow ? '' : 'x'}
    >
      {place.label}
      {count !== undefined && count.value > 0 && (
        <i className={count.isHot ? 'hot' : ''}>{short(count.value)}</i>
      )}
    </Link>
  );
}

function Self() {
  const { name, role } = useRights();
  const navigate = useNavigate();
  const leave = async () => {
    stopLive();
    await signOut();
    await navigate({ to: '/sign-in', search: {} });
  };
  return (
    <div className="me">
      <Link to="/me" search={{}} className="self">
        <span className="ava" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span>
          {name}
          <small>{role ? ROLES[role] : ''}</small>
        </span>
      </Link>
      <button type="button" className="btn ghost sm" onClick={leave}>
        Sign out
      </button>
    </div>
  );
}
