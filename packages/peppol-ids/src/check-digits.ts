/** The check digit rules of the participant identifier schemes. Each takes the value and says whether it holds. */

const digits = (text: string): number[] => [...text].map(Number);

const weighted = (values: number[], weights: number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * (values[i] ?? 0), 0);

export function luhn(text: string): boolean {
  const sum = digits(text)
    .reverse()
    .reduce(
      (total, digit, i) => total + (i % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2),
      0,
    );
  return sum % 10 === 0;
}

/** GS1: weights 3, 1, 3, 1 … from the right of the last digit. */
export function gln(text: string): boolean {
  const values = digits(text).reverse();
  const sum = values.slice(1).reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === values[0];
}

/** Modulo 11 over the leading digits; `position` of the check digit follows them. */
function mod11(text: string, weights: number[]): boolean {
  const check = (11 - (weighted(digits(text), weights) % 11)) % 11;
  return check === Number(text[weights.length]);
}

export const norwegian = (text: string): boolean => mod11(text, [3, 2, 7, 6, 5, 4, 3, 2]);
export const icelandic = (text: string): boolean => mod11(text, [3, 2, 7, 6, 5, 4, 3, 2]);
export const swiss = (text: string): boolean => mod11(text.slice(3), [5, 4, 3, 2, 7, 6, 5, 4]);

export function slovak(text: string): boolean {
  const sum = weighted(digits(text), [8, 7, 6, 5, 4, 3, 2]);
  return (11 - (sum % 11)) % 10 === Number(text[7]);
}

export function danishSe(text: string): boolean {
  return weighted(digits(text.slice(2)), [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

export function australian(text: string): boolean {
  const values = digits(text);
  values[0] = (values[0] ?? 0) - 1;
  return weighted(values, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
}

export function belgian(text: string): boolean {
  return 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8));
}

export function estonian(text: string): boolean {
  const values = digits(text).slice(0, 7);
  const first = values.reduce((sum, digit, i) => sum + digit * ((i % 9) + 1), 0) % 11;
  if (first < 10) return first === Number(text[7]);
  const second = values.reduce((sum, digit, i) => sum + digit * (((i + 2) % 9) + 1), 0) % 11;
  return second % 10 === Number(text[7]);
}

export function lithuanian(text: string): boolean {
  const values = digits(text);
  const first = weighted(values, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  if (first < 10) return first === values[8];
  const second = weighted(values, [3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  return second % 10 === values[8];
}

/** Hungarian tax number: the eighth digit brings the weighted sum to a multiple of ten. */
export const hungarian = (text: string): boolean =>
  weighted(digits(text), [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0;

/** A Slovak tax number (DIČ) is divisible by eleven. */
export const slovakTax = (text: string): boolean => Number(text) % 11 === 0;

/** The first of 13 digits checks the other twelve. */
export function japanese(text: string): boolean {
  const values = digits(text);
  const sum = values
    .slice(1)
    .reverse()
    .reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 1 : 2), 0);
  return 9 - (sum % 9) === values[0];
}

/** ISO 7064 mod 97-10: letters count as 10 to 35. */
export function mod97(text: string): boolean {
  let remainder = 0;
  for (const character of text.toUpperCase()) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** An IBAN: country and check digits go to the end. */
export const iban = (text: string): boolean => mod97(text.slice(4) + text.slice(0, 4));
