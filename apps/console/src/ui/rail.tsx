import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Brand } from './environment-marks.tsx';
import { initialsOf, short } from './format.ts';
import type { Count, Place, Places } from './places.ts';

/** Where one can go, and who one is. */
export interface Ways<To extends string = string> {
  places: Places<To>;
  /** The number beside a word, where it is useful. */
  countOf: (to: To) => Count | undefined;
  name: string;
  role: string;
  signOut: () => Promise<void>;
}

/** The words that lead everywhere, hung on one line. */
export function Rail<To extends string>(props: {
  ways: Ways<To>;
  /** What stands beside the name of the house. */
  side?: ReactNode;
  scope: ReactNode;
}) {
  const { ways, side, scope } = props;
  return (
    <nav className="rail" aria-label="Main">
      <Link className="brand" to="/" search={{}}>
        <Brand />
        {side}
      </Link>
      {scope}
      <div className="trunk">
        {ways.places.map((group, i) => (
          <Fragment key={group[0]?.to}>
            {i > 0 && <hr />}
            {group.map((place) => (
              <PlaceLink
                key={place.to}
                place={place}
                count={ways.countOf(place.to)}
                className={place.narrow ? '' : 'x'}
              />
            ))}
          </Fragment>
        ))}
      </div>
      <Self {...ways} />
    </nav>
  );
}

export function PlaceLink(props: { place: Place; count: Count | undefined; className?: string }) {
  const { place, count, className } = props;
  return (
    <Link
      to={place.to}
      search={{}}
      activeOptions={{ exact: place.to === '/', includeSearch: false }}
      className={className}
    >
      {place.label}
      {count && count.value > 0 && <i className={count.isHot ? 'hot' : ''}>{short(count.value)}</i>}
    </Link>
  );
}

/** The person at the screen, and the way out. */
export function Self({ name, role, signOut }: Pick<Ways, 'name' | 'role' | 'signOut'>) {
  const navigate = useNavigate();
  const leave = async () => {
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
          <small>{role}</small>
        </span>
      </Link>
      <button type="button" className="btn ghost sm" onClick={leave}>
        Sign out
      </button>
    </div>
  );
}
