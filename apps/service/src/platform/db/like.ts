import { folded } from '../folded.ts';

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The pattern of LIKE for texts that contain this one, whatever its case and accents; to be held against `search_text`. */
export const containing = (text: string): string => `%${escaped(folded(text))}%`;
