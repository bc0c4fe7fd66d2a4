import { AsnConvert } from '@peculiar/asn1-schema';
import { type AttributeValue, Name } from '@peculiar/asn1-x509';

/** One attribute of a name: its type as a short name (`CN`, `O` …) or a dotted OID, and its text. */
export interface NameAttribute {
  type: string;
  value: string;
}

/** A distinguished name in the order in which it is encoded, from the country down; several attributes may share a step. */
export type DistinguishedName = readonly (readonly NameAttribute[])[];

const SHORT_NAMES: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'TITLE',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'ORGANIZATIONIDENTIFIER',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'EMAILADDRESS',
};
const OTHER_SPELLINGS: Record<string, string> = { E: 'EMAILADDRESS', EMAIL: 'EMAILADDRESS', S: 'ST' };

/**
 * Reads an encoded X.501 name, whatever string types it uses.
 * @param der the DER of a `Name`
 * @throws when the bytes are no name
 */
export function readName(der: Uint8Array): DistinguishedName {
  return nameOf(AsnConvert.parse(der, Name));
}

/** The same from a name that is already decoded. */
export function nameOf(name: Name): DistinguishedName {
  return [...name].map((step) =>
    [...step].map(({ type, value }) => ({ type: SHORT_NAMES[type] ?? type, value: textOf(value) })),
  );
}

function textOf(value: AttributeValue): string {
  if (value.anyValue) return `#${Buffer.from(value.anyValue).toString('hex')}`;
  return value.ia5String ?? value.toString();
}

/** The values of one attribute, most general first. */
export function valuesOf(name: DistinguishedName, type: string): string[] {
  return name.flat().flatMap((attribute) => (attribute.type === type ? [attribute.value] : []));
}

/** `CN=POP000123,OU=PEPPOL TEST AP,O=Example\, Inc.,C=BE`: most specific first, with escapes [RFC 2253 2]. */
export function formatName(name: DistinguishedName): string {
  return [...name]
    .reverse()
    .map((step) => step.map(({ type, value }) => `${type}=${escapeValue(value)}`).join('+'))
    .join(',');
}

function escapeValue(value: string): string {
  return value
    .replace(/[,+"\\<>;]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ')
    .replaceAll('\0', '\\00');
}

/** A step is attributes joined by `+`; a value is quoted, or plain with backslash escapes [RFC 2253 3, 4]. */
const ATTRIBUTE =
  /\s*(?<type>[A-Za-z][A-Za-z0-9-]*|(?:OID\.)?[0-9]+(?:\.[0-9]+)*)\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>(?:[^,;+"\\]|\\.)*?))\s*(?<separator>[,;+]|$)/suy;
const MAX_TEXT = 4_096;

/**
 * Reads a name as text, in the spelling of RFC 2253, RFC 4514 or the older RFC 1779 (quotes, `;`, spaces).
 * Answers undefined when it is none. The order of the answer is that of an encoded name, so the text's reversed.
 */
function parseName(text: string): DistinguishedName | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const steps: NameAttribute[][] = [[]];
  for (let position = 0; ; ) {
    ATTRIBUTE.lastIndex = position;
    const groups = ATTRIBUTE.exec(text)?.groups;
    if (!groups) return undefined;
    steps.at(-1)?.push({
      type: typeOf(groups['type'] ?? ''),
      value: unescapeValue(groups['quoted'] ?? groups['plain'] ?? ''),
    });
    position = ATTRIBUTE.lastIndex;
    if (groups['separator'] === '') return steps.reverse();
    if (groups['separator'] !== '+') steps.push([]);
  }
}

function typeOf(text: string): string {
  const upper = text.toUpperCase().replace(/^OID\./, '');
  return SHORT_NAMES[upper] ?? OTHER_SPELLINGS[upper] ?? upper;
}

/** Hexadecimal pairs are bytes of UTF-8, any other escaped character stands for itself. */
function unescapeValue(value: string): string {
  return value
    .replace(/(?:\\[0-9A-Fa-f]{2})+/g, (pairs) =>
      Buffer.from(pairs.replaceAll('\\', ''), 'hex').toString('utf8'),
    )
    .replace(/\\(.)/gsu, '$1');
}

/**
 * Whether two names are the same: letter case, runs of white space, string types and the order of the steps do not
 * matter, as providers write them in either order [peppol-facts 4.2]. What cannot be read is the same as nothing.
 */
export function sameName(one: DistinguishedName | string, other: DistinguishedName | string): boolean {
  const [first, second] = [one, other].map((name) => (typeof name === 'string' ? parseName(name) : name));
  return first !== undefined && second !== undefined && comparable(first) === comparable(second);
}

function comparable(name: DistinguishedName): string {
  const attribute = ({ type, value }: NameAttribute): string =>
    JSON.stringify([type, value.trim().replace(/\s+/g, ' ').toLowerCase()]);
  return JSON.stringify(
    name
      .map((step) => step.map(attribute).sort())
      .map(String)
      .sort(),
  );
}
