/** Text counted in characters, not in UTF-16 units. */

export const length = (text: string): number => [...text].length;

/** Characters from one position up to another, counted from 0; up to the end when no other is given. */
export const part = (text: string, from: number, to?: number): string => [...text].slice(from, to).join('');
