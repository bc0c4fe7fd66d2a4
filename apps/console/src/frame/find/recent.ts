/** The last few that were opened from the field, for this tab. */
export interface Opened {
  key: string;
  label: string;
  detail: string;
  href: string;
}

/** What is found is opened, and remembered for the next time. */
export type Open = (href: string, as?: { label: string; detail: string }) => void;

const PLACE = 'pappel.opened';
const KEPT = 5;

export function lastOpened(): readonly Opened[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isOpened) : [];
  } catch {
    return [];
  }
}

export function rememberOpened(opened: Opened): void {
  const others = lastOpened().filter(({ key }) => key !== opened.key);
  sessionStorage.setItem(PLACE, JSON.stringify([opened, ...others].slice(0, KEPT)));
}

function isOpened(value: unknown): value is Opened {
  const { key, label, detail, href } = (value ?? {}) as Record<string, unknown>;
  return [key, label, detail, href].every((each) => typeof each === 'string');
}
