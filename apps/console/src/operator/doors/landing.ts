/** Where somebody goes after the door. Only places of this console: an address that somebody else wrote leads nowhere. */
export function landing(next: string | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, location.origin)) return '/';
  const { origin, pathname, search } = new URL(next, location.origin);
  return origin === location.origin && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}
