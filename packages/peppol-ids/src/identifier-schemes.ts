import * as check from './check-digits.ts';
import { type ParticipantId, schemeOf, valuePart } from './participant-id.ts';
import { PARTICIPANT_SCHEMES } from './participant-schemes.gen.ts';

export type SchemeState = 'active' | 'deprecated' | 'removed';

export interface IdentifierScheme {
  /** ISO 6523 code, e.g. `0088`. */
  icd: string;
  /** The code list's short name, e.g. `GLN`. */
  id: string;
  name: string;
  /** ISO 3166-1 alpha-2 that the scheme implies; undefined for an international one. */
  country: string | undefined;
  state: SchemeState;
  /** False where the code list allows no entry in an SMP. */
  registrable: boolean;
  /** Whether the value's format is checked. */
  hasRule: boolean;
}

interface Rule {
  /** Matched against the whole value; letters in either case. */
  format: RegExp;
  /** Told the value in upper case. */
  check?: (value: string) => boolean;
}

const rule = (format: string, checkDigit?: Rule['check']): Rule => ({
  format: new RegExp(`^(?:${format})$`, 'i'),
  check: checkDigit,
});

/**
 * Format and check digit by scheme [code list v9.7]. 0002 has no check digit here: the policy's own sample fails it;
 * 0106 takes the 8 digits that are in use besides the 17 of the list.
 */
const RULES: Record<string, Rule> = {
  '0002': rule('[0-9]{9}([0-9]{5})?'),
  '0007': rule('[0-9]{10}', check.luhn),
  '0009': rule('[0-9]{14}'),
  '0060': rule('[0-9]{9}'),
  '0088': rule('[0-9]{13}', check.gln),
  '0096': rule('[0-9]{10}'),
  '0097': rule('[0-9]{11,16}'),
  '0106': rule('[0-9]{8}|[0-9]{17}'),
  '0135': rule('[0-9]+'),
  '0142': rule('[0-9]+'),
  '0151': rule('[0-9]{11}', check.australian),
  '0158': rule('[0-9]{8}', check.slovak),
  '0183': rule('CHE[0-9]{9}', check.swiss),
  '0184': rule('[1-9][0-9]{7}'),
  '0188': rule('[0-9]{13}', check.japanese),
  '0190': rule('[0-9]{20}'),
  '0191': rule('[1789][0-9]{7}', check.estonian),
  '0192': rule('[0-9]{9}', check.norwegian),
  '0193': rule('.{4,50}'),
  '0195': rule('[a-z]{2}[a-z]{3}([0-9]{8}|[0-9]{9}|[RST][0-9]{2}[a-z]{2}[0-9]{4})[0-9a-z]'),
  '0196': rule('[0-9]{10}', check.icelandic),
  '0198': rule('DK[0-9]{8}', check.danishSe),
  '0199': rule('[A-Z0-9]{18}[0-9]{2}', check.mod97),
  '0200': rule('[0-9]{9}', check.lithuanian),
  '0201': rule('[0-9A-Z]{6}'),
  '0204': rule('[0-9]{2,12}(-[0-9A-Z]{0,30})?-[0-9]{2}'),
  '0205': rule('[0-9A-Z]{7}'),
  '0208': rule('[01][0-9]{9}', check.belgian),
  '0210': rule('[A-Z0-9]{16}|[0-9]{11}'),
  '0211': rule('IT[0-9]{11}', (value) => check.luhn(value.slice(2))),
  '0216': rule('0037[0-9]{8}[A-Z0-9]{0,5}'),
  '0218': rule('[0-9]{9}([0-9]{2})?'),
  '0221': rule('T[0-9]{13}', (value) => check.japanese(value.slice(1))),
  '0225': rule('[A-Z0-9_-]{1,130}'),
  '0235': rule('1[0-9]{9}'),
  '0240': rule('[0-9]{11}'),
  '0242': rule('[0-9]{6}(-[0-9A-Z_]{3,12}(\\.[0-9A-Z\\-._~]{3,24})?)?'),
  '0244': rule('[0-9]{13}'),
  '0245': rule('[0-9]{10}', check.slovakTax),
  '0246': rule('DE[0-9]{9}(-[0-9]{5})?(\\.[0-9A-Z]{1,8})?'),
  '0248': rule('OM[0-9]{10}'),
  '9909': rule('NO[0-9]{9}MVA', (value) => check.norwegian(value.slice(2, 11))),
  '9910': rule('HU[0-9]{8}', (value) => check.hungarian(value.slice(2))),
  '9912': rule('[A-Z]{2}[A-Z0-9]{0,20}'),
  '9914': rule('ATU[0-9]{8}'),
  '9915': rule('[A-Z][A-Z0-9]*'),
  '9917': rule('[0-9]{10}', check.icelandic),
  '9918': rule('[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}', check.iban),
  '9919': rule('[A-Z][0-9]{3}[A-Z][0-9]{3}[A-Z]'),
};

const schemes = new Map<string, IdentifierScheme>(
  PARTICIPANT_SCHEMES.map(([icd, country, state, registrable, id, name]) => [
    icd,
    {
      icd,
      id,
      name,
      country: country === '' ? undefined : country,
      state: state as SchemeState,
      registrable,
      hasRule: icd in RULES,
    },
  ]),
);

/** Every scheme of the code list, also deprecated and removed ones. */
export function allIdentifierSchemes(): IdentifierScheme[] {
  return [...schemes.values()];
}

/** The scheme with this ISO 6523 code, or undefined when the code list does not know it. */
export function identifierScheme(icd: string): IdentifierScheme | undefined {
  return schemes.get(icd);
}

export type IdentifierCheck = { ok: true; value: string } | { ok: false; reason: string };

/** What every value must keep, whatever its scheme [PFUOI 4, policy 1]. */
const ANY_VALUE = /^[A-Za-z0-9\-._~]{1,130}$/;

/**
 * Checks a value against its scheme's format and check digit; a scheme without a rule takes every value that Peppol
 * allows at all. Answers the value in lower case. Says nothing of the scheme's state: see {@link identifierScheme}.
 * An error for our own registrations; for receivers elsewhere the network is the authority.
 */
export function checkIdentifier(icd: string, value: string): IdentifierCheck {
  const scheme = schemes.get(icd);
  if (!scheme) return { ok: false, reason: `${icd} is not a scheme of the Peppol code list` };
  if (!ANY_VALUE.test(value)) {
    return { ok: false, reason: `${value} is not 1 to 130 of the characters A-Z a-z 0-9 - . _ ~` };
  }
  const known = RULES[icd];
  if (known && !known.format.test(value)) {
    return { ok: false, reason: `${value} does not have the form of ${scheme.id} (${scheme.name})` };
  }
  if (known?.check && !known.check(value.toUpperCase())) {
    return { ok: false, reason: `the check digit of ${value} is wrong for ${scheme.id} (${scheme.name})` };
  }
  return { ok: true, value: value.toLowerCase() };
}

/**
 * What is wrong with the check digit of an address, undefined when nothing is. For receivers, of whom the network knows
 * whether they exist, but not that a digit was mistyped.
 */
export function wrongCheckDigit(id: ParticipantId): string | undefined {
  const [icd, value] = [schemeOf(id), valuePart(id)];
  const known = RULES[icd];
  if (!known?.check || !known.format.test(value) || known.check(value.toUpperCase())) return undefined;
  const scheme = schemes.get(icd);
  return `the check digit of ${value} is wrong for ${scheme?.id} (${scheme?.name})`;
}

/**
 * The active schemes with a rule that this value keeps and that an SMP may hold: where a bare registration number
 * might be found.
 */
export function schemesMatching(value: string): string[] {
  return [...schemes.values()]
    .filter(({ state, hasRule, registrable }) => state === 'active' && hasRule && registrable)
    .filter(({ icd }) => checkIdentifier(icd, value).ok)
    .map(({ icd }) => icd);
}
