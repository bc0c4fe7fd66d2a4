/** Where somebody goes after the door. Only places of the console: an address that somebody else wrote leads nowhere. */
export function landing(next: string | undefined): string {
  const home = '/console/';
  if (!next?.startsWith('/')) return home;
  const path = next.startsWith('/console') ? next : `/console${next}`;
  const { origin, pathname, search } = new URL(path, location.origin);
  const isOurs = origin === location.origin && /^\/console(\/(?!\/)|$)/.test(pathname);
  return isOurs ? `${pathname}${search}` : home;
}
