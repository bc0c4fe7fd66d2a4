import { readdirSync, readFileSync } from 'node:fs';

/** What a browser loads of script before the first page stands, gzipped: the page's own, and all that it imports. */
export function firstLoadOf(dist: URL, page: string): { bytes: number; files: number } {
  const html = readFileSync(new URL(page, dist), 'utf8');
  const loaded = new Set<string>();
  const follow = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    const text = readFileSync(new URL(`assets/${name}`, dist), 'utf8');
    for (const [, next] of text.matchAll(/from\s*["']\.\/([\w.-]+\.js)["']/g)) if (next) follow(next);
  };
  for (const [, name] of html.matchAll(/assets\/([\w.-]+\.js)/g)) if (name) follow(name);
  const sizes = new Map(
    readdirSync(new URL('assets/', dist))
      .filter((name) => name.endsWith('.js.gz'))
      .map((name) => [name.slice(0, -3), readFileSync(new URL(`assets/${name}`, dist)).length]),
  );
  return { bytes: [...loaded].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0), files: loaded.size };
}
