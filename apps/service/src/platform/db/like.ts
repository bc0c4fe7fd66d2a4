const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The pattern of LIKE for texts that contain this one; to be held against lower(…). */
export const containing = (text: string): string => `%${escaped(text.toLowerCase())}%`;

/** The pattern of LIKE for texts that begin with this one, case-sensitively. */
export const beginningWith = (text: string): string => `${escaped(text)}%`;
