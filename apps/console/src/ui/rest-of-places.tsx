import { PlaceLink, Self, type Ways } from './rail.tsx';
import { useNarrow } from './use-narrow.ts';

/** Where the window is narrow, five words are the rail: the other places, You and the way out stand under Overview. */
export function RestOfPlaces<To extends string>({ ways }: { ways: Ways<To> }) {
  const isNarrow = useNarrow();
  if (!isNarrow) return null;
  const rest = ways.places.flat().filter(({ narrow }) => !narrow);
  return (
    <nav className="rest" aria-label="More places">
      <div className="sec">
        <h2>More places</h2>
      </div>
      <ul>
        {rest.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} count={ways.countOf(place.to)} />
          </li>
        ))}
      </ul>
      <Self {...ways} />
    </nav>
  );
}
