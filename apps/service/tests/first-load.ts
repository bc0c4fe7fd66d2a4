import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';

/** Gzipped script that is loaded before the first page stands. */
const FIRST_LOAD = 150 * 1024;

/** What a browser loads of script before the first page stands, gzipped: the page's own, and all that it imports. */
function firstLoadOf(dist: URL, page: string): { bytes: number; files: number } {
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

/** What a face of the console loads first is under 150 kB. */
export function loadsLittle(t: TestContext, dist: 'dist' | 'dist-operator', page: string): void {
  const { bytes, files } = firstLoadOf(new URL(`../../console/${dist}/`, import.meta.url), page);
  t.diagnostic(`${bytes} bytes in ${files} files`);
  assert.ok(files > 0 && bytes > 0 && bytes < FIRST_LOAD, `${bytes} bytes`);
}
