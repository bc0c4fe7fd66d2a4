/** The codes of a list, written with white space between them. */
export const codeList = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
