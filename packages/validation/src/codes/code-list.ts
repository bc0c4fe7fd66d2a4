/** The codes of a list, written with white space between them. */
export const codeList = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What a list is called, for people, and its codes. */
export interface CodeList {
  title: string;
  codes: ReadonlySet<string>;
}

/** A list as an older release had it: without codes that came later, and with those that are gone since. */
export function changedList(
  codes: ReadonlySet<string>,
  change: { without: string; and: string },
): ReadonlySet<string> {
  const isNew = codeList(change.without);
  return new Set([...codes, ...codeList(change.and)].filter((code) => code !== '' && !isNew.has(code)));
}

/** A list that has an empty entry, so that an empty code passes: official ones with a blank too many do. */
export const withNothing = (codes: ReadonlySet<string>): ReadonlySet<string> => new Set([...codes, '']);
