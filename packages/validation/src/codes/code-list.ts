/** The codes of a list, written with white space between them. */
export const codeList = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What a list is called, for people, and its codes. */
export interface CodeList {
  title: string;
  codes: ReadonlySet<string>;
}
