import {
  allIdentifierSchemes,
  checkIdentifier,
  type IdentifierCheck,
  type IdentifierScheme,
} from '@pappel/peppol-ids/identifier-schemes';

/** The code list's country for schemes of no one country. */
const ANYWHERE = 'international';

const COUNTRY = new Intl.DisplayNames(['en'], { type: 'region' });

const registrable = (): IdentifierScheme[] =>
  allIdentifierSchemes().filter(({ state, registrable }) => state === 'active' && registrable);

/** Countries that have a number of their own in Peppol, and the numbers of no country. */
export function countriesOf(): { code: string; label: string }[] {
  const codes = new Set(registrable().flatMap(({ country }) => country ?? []));
  return [
    ...[...codes]
      .map((code) => ({ code, label: nameOf(code) }))
      .sort((a, b) => a.label.localeCompare(b.label)),
    { code: ANYWHERE, label: 'Any country' },
  ];
}

function nameOf(code: string): string {
  try {
    return COUNTRY.of(code) ?? code;
  } catch {
    return code;
  }
}

/** The kinds of number that a company of a country may have; those of any country come last. */
export function schemesOf(country: string): IdentifierScheme[] {
  const all = registrable();
  const anywhere = all.filter((scheme) => scheme.country === undefined);
  return country === ANYWHERE
    ? anywhere
    : [...all.filter((scheme) => scheme.country === country), ...anywhere];
}

/** A number as it is typed, without what people write between its digits. */
export function readNumber(icd: string, typed: string): IdentifierCheck {
  const value = typed.replace(/[\s]/g, '');
  const plain = /^[\d-]+$/.test(value) ? value.replaceAll('-', '') : value;
  return checkIdentifier(icd, plain);
}
