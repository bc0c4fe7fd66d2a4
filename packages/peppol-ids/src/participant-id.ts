declare const brand: unique symbol;

/**
 * A participant identifier in the form that is compared: `icd:value`, lower case, without the constant
 * `iso6523-actorid-upis`. Made only by {@link parseParticipantId}.
 */
export type ParticipantId = string & { readonly [brand]: 'ParticipantId' };

/** The identifier scheme of every participant ("meta scheme") [PFUOI 4, policy 4]. */
export const PARTICIPANT_SCHEME = 'iso6523-actorid-upis';

/** Four digits, then 1 to 130 characters of the unreserved set [PFUOI 4, policies 1 and 2]. */
const FORM = /^[0-9]{4}:[A-Za-z0-9\-._~]{1,130}$/;

/**
 * Reads `0007:5567321707` or `iso6523-actorid-upis::0007:5567321707`; white space around it is ignored.
 * Answers undefined when it is neither. Whether the code list knows the scheme, and whether the value keeps that
 * scheme's own format, is another question: see `identifier-schemes`.
 */
export function parseParticipantId(text: string): ParticipantId | undefined {
  const trimmed = text.trim();
  const separator = trimmed.indexOf('::');
  if (separator >= 0 && trimmed.slice(0, separator) !== PARTICIPANT_SCHEME) return undefined;
  const value = separator < 0 ? trimmed : trimmed.slice(separator + 2);
  return FORM.test(value) ? (asciiLower(value) as ParticipantId) : undefined;
}

/** Values are case-insensitive by ASCII rules; a locale's rules would turn I into a dotless ı [PFUOI 4, policy 1]. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
}

/** `iso6523-actorid-upis::0007:5567321707`, the form used outside XML. */
export function canonicalId(id: ParticipantId): string {
  return `${PARTICIPANT_SCHEME}::${id}`;
}

/** The ISO 6523 code, e.g. `0007`. */
export function schemeOf(id: ParticipantId): string {
  return id.slice(0, 4);
}

/** What follows the ISO 6523 code, lower case. */
export function valuePart(id: ParticipantId): string {
  return id.slice(5);
}
