import { createHash } from 'node:crypto';

/** Sources by directive; all that is not named is forbidden. */
export type PagePolicy = Readonly<Record<string, readonly string[]>>;

/** A Content-Security-Policy for a page of ours: nothing but what is named, in nobody's frame. */
export function pagePolicy(allowed: PagePolicy): string {
  const none = ["'none'"];
  const directives: PagePolicy = {
    'default-src': none,
    ...allowed,
    'base-uri': none,
    'form-action': allowed['form-action'] ?? none,
    'frame-ancestors': none,
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** The names by which a policy admits just those scripts, or styles, that stand in this page itself. */
export function hashesOf(element: 'script' | 'style', html: string): string[] {
  return [...html.matchAll(new RegExp(`<${element}(?![^>]*\\bsrc=)[^>]*>([^]*?)</${element}>`, 'g'))].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
}
