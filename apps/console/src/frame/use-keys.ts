import { useNavigate } from '@tanstack/react-router';
import { usePlaceKeys } from '../ui/place-keys.ts';
import { PLACES } from './places.ts';

/** The keys that hold on every page. */
export function useKeys(open: (what: 'find' | 'keys') => void): void {
  const navigate = useNavigate();
  usePlaceKeys(open, (letter) => {
    const place = PLACES.flat().find(({ key }) => key === letter);
    if (place) void navigate({ to: place.to, search: {} });
    return place !== undefined;
  });
}
