/**
 * Where somebody goes after the door. Only places of this console, which stands below `base`: an address that somebody
 * else wrote leads nowhere.
 */
export function landing(next: string | undefined, base: '' | '/console'): string {
  const home = `${base}/`;
  if (!next?.startsWith('/')) return home;
  const path = next.startsWith(base) ? next : base + next;
  if (!URL.canParse(path, location.origin)) return home;
  const { origin, pathname, search } = new URL(path, location.origin);
  const isBelow = pathname === base || (pathname.startsWith(home) && !pathname.startsWith(`${home}/`));
  return origin === location.origin && isBelow ? `${pathname}${search}` : home;
}
