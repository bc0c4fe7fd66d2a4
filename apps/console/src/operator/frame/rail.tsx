import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Brand } from '../../ui/environment-marks.tsx';
import { initialsOf, short } from '../../ui/format.ts';
import { meQuery, signOut, useRights } from '../api/session.ts';
import type { Overview } from '../api/types.ts';
import { overviewQuery } from '../parts/queries.ts';
import { ROLES } from '../parts/roles.ts';
import { PLACES, type Place } from './places.ts';

/** The words that lead everywhere, hung on one line; no customer's name is ever in this corner. */
export function Rail() {
  const { data: me } = useQuery(meQuery);
  const { data: overview } = useQuery(overviewQuery);
  return (
    <nav className="rail" aria-label="Main">
      <Link className="brand" to="/">
        <Brand />
        <em>Operator</em>
      </Link>
      <p className="scope">
        <span>
          <b>Seat {me?.seat}</b>
          <small>{me && NETWORKS[me.network]}</small>
        </span>
      </p>
      <div className="trunk">
        {PLACES.map((group, i) => (
          <Fragment key={group[0]?.to}>
            {i > 0 && <hr />}
            {group.map((place) => (
              <PlaceLink key={place.to} place={place} count={overview && countOf(place, overview)} />
            ))}
          </Fragment>
        ))}
      </div>
      <Self />
    </nav>
  );
}

const NETWORKS = { local: 'Local network', test: 'Peppol test', production: 'Peppol production' } as const;

interface Count {
  value: number;
  /** A person is needed. */
  isHot: boolean;
}

/** The number beside a word, where it is useful. */
function countOf({ to }: Place, overview: Overview): Count | undefined {
  const { approvals, stuck, circuitsOpen, certificates, jobs } = overview;
  switch (to) {
    case '/approvals':
      return { value: approvals.count, isHot: false };
    case '/documents':
      return { value: stuck.count, isHot: true };
    case '/network':
      return { value: circuitsOpen, isHot: true };
    case '/certificates':
      return { value: certificates.filter(({ state }) => state !== 'OK').length, isHot: true };
    case '/jobs':
      return { value: jobs.failing + jobs.ended, isHot: true };
    default:
      return undefined;
  }
}

function PlaceLink({ place, count }: { place: Place; count: Count | undefined }) {
  return (
    <Link
      to={place.to}
      search={{}}
      activeOptions={{ exact: place.to === '/', includeSearch: false }}
      className={place.narrow ? '' : 'x'}
    >
      {place.label}
      {count && count.value > 0 && <i className={count.isHot ? 'hot' : ''}>{short(count.value)}</i>}
    </Link>
  );
}

function Self() {
  const { operator } = useRights();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate({ to: '/sign-in', search: {} });
  };
  return (
    <div className="me">
      <Link to="/me" className="self">
        <span className="ava" aria-hidden="true">
          {initialsOf(operator?.name ?? '')}
        </span>
        <span>
          {operator?.name}
          <small>{operator && ROLES[operator.role].label}</small>
        </span>
      </Link>
      <button type="button" className="btn ghost sm" onClick={leave}>
        Sign out
      </button>
    </div>
  );
}
