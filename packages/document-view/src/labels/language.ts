import { da } from './da.ts';
import { de } from './de.ts';
import { en, type Labels } from './en.ts';
import { fr } from './fr.ts';
import { nb } from './nb.ts';
import { nl } from './nl.ts';
import { sv } from './sv.ts';

/** The languages in which a view can be labelled. What stands in the document stays in its own. */
export const LANGUAGES = ['en', 'sv', 'nb', 'da', 'nl', 'de', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

export const LABELS: Readonly<Record<Language, Labels>> = { en, sv, nb, da, nl, de, fr };

/**
 * The language to use for somebody who names some, most wanted first, such as an Accept-Language header does.
 *
 * @param wanted language tags (`nb-NO`, `en;q=0.8`) separated by commas; `no` and `nn` are taken for `nb`
 */
export function languageFor(wanted: string): Language {
  const tags = wanted
    .slice(0, 200)
    .split(',')
    .map((tag) => tag.trim().split(/[-;]/)[0]?.toLowerCase() ?? '');
  for (const tag of tags) {
    const norwegian = tag === 'no' || tag === 'nn' ? 'nb' : tag;
    const known = LANGUAGES.find((language) => language === norwegian);
    if (known) return known;
  }
  return 'en';
}
