import { australian, belgian, gln, luhn, norwegian } from '@pappel/peppol-ids/check-digits';
import { length } from '../../values/characters.ts';
import { NotEvaluable } from '../../view.ts';

/** Form and check digit of identifiers as the Peppol rules demand them; each takes the text that they look at. */

export const isGln = (text: string): boolean => /^[0-9]+$/.test(text) && gln(text);

/** Nine digits, the last by modulo 11; not all zero. */
export const isNorwegianNumber = (text: string): boolean =>
  /^[0-9]{9}$/.test(text) && Number(text) > 0 && norwegian(text);

/** CVR number, with or without DK. */
export const isDanishNumber = (text: string): boolean => /^(DK)?[0-9]{8}$/.test(text);
export const isDanishUnitNumber = (text: string): boolean => /^[0-9]{10}$/.test(text);
export const isDanishTaxNumber = (text: string): boolean => /^DK[0-9]{8}$/.test(text);

export const isBelgianNumber = (text: string): boolean => /^[0-9]{10}$/.test(text) && belgian(text);

export const isItalianOfficeCode = (text: string): boolean => /^[A-Za-z0-9]{6}$/.test(text);

/** Codice fiscale: of a company eleven characters that are a whole number, of a person sixteen. */
export const isItalianTaxCode = (text: string): boolean =>
  length(text) === 11 ? isInteger(text) : isPersonalTaxCode(text);

const PERSONAL_TAX_CODE = /^[A-Za-z]{6}(..)[A-Za-z](..)...([0-9])[A-Za-z]$/su;

/** Two-digit places may hold whatever is a whole number in two characters, such as `+1`. */
function isPersonalTaxCode(text: string): boolean {
  const [, year, day] = PERSONAL_TAX_CODE.exec(text) ?? [];
  return year !== undefined && day !== undefined && isInteger(year) && isInteger(day);
}

/**
 * Partita IVA: eleven digits behind IT, the last by Luhn; with another country in front anything will do.
 *
 * @throws NotEvaluable when eleven characters are a whole number, but not by their digits alone
 */
export function isItalianVatNumber(text: string): boolean {
  if (!/^(IT|it)/.test(text)) return true;
  const number = text.slice(2);
  if (length(number) !== 11 || !isInteger(number)) return false;
  if (!/^[0-9]+$/.test(number)) throw new NotEvaluable(`"${number}" has other characters than digits`);
  return luhn(number);
}

/** Ten digits, the last by Luhn. What follows the tenth is not looked at. */
export const isSwedishNumber = (text: string): boolean =>
  /^[0-9]{10,}$/.test(text) && luhn(text.slice(0, 10));

export const isAustralianNumber = (text: string): boolean => /^[0-9]{11}$/.test(text) && australian(text);

export const isDutchVatNumber = (text: string): boolean => /^NL[0-9]{9}B[0-9]{2}$/.test(text);

/** Whether this is an xs:integer, white space around it ignored. */
export const isInteger = (text: string): boolean => /^[ \t\r\n]*[+-]?[0-9]+[ \t\r\n]*$/.test(text);
