import { useSyncExternalStore } from 'react';

/** What a person chose for this browser; nothing secret, and nothing that the service needs to know. */
export const PREFERENCES = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  keys: ['on', 'off'],
  firstRun: ['shown', 'put away'],
} as const;

export type Preference = keyof typeof PREFERENCES;
export type Choice<Name extends Preference> = (typeof PREFERENCES)[Name][number];

const listeners = new Set<() => void>();
const placeOf = (name: Preference) => `pappel.${name}`;

export function preference<Name extends Preference>(name: Name): Choice<Name> {
  const kept = localStorage.getItem(placeOf(name));
  const known: readonly string[] = PREFERENCES[name];
  return (kept !== null && known.includes(kept) ? kept : known[0]) as Choice<Name>;
}

export function prefer<Name extends Preference>(name: Name, choice: Choice<Name>): void {
  localStorage.setItem(placeOf(name), choice);
  apply();
  for (const listener of listeners) listener();
}

/** Puts theme and density on the page; the styles do the rest. */
export function apply(): void {
  const { dataset } = document.documentElement;
  const theme = preference('theme');
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.density = preference('density');
}

/** Follows what another tab chose too. */
export function usePreference<Name extends Preference>(name: Name): Choice<Name> {
  return useSyncExternalStore(subscribe, () => preference(name));
}

function subscribe(listener: () => void): () => void {
  const other = () => {
    apply();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', other);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', other);
  };
}
