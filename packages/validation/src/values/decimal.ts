import { trimmed } from './space.ts';

/** An exact decimal: `units` divided by ten to the power of `scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

/** No processor need take longer ones [XSD 3.2.3 asks for 18 digits], and computing with them is slow. */
const LONGEST = 1_000;
const FORM = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** Reads an xs:decimal of up to 1,000 characters; undefined for anything else, white space around it ignored. */
export function decimal(text: string): Decimal | undefined {
  return short(text) ?? long(text);
}

const ZERO_DIGIT = 48;
const NINE_DIGIT = 57;
const POINT = 46;

/** The same of up to fifteen digits with at most one point, which most amounts are, without a regular expression. */
function short(text: string): Decimal | undefined {
  const { length } = text;
  if (length > 15) return undefined;
  let units = 0;
  let point = -1;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code >= ZERO_DIGIT && code <= NINE_DIGIT) units = units * 10 + code - ZERO_DIGIT;
    else if (code === POINT && point < 0) point = index;
    else return undefined;
  }
  if (length === (point < 0 ? 0 : 1)) return undefined;
  return { units: BigInt(units), scale: point < 0 ? 0 : length - point - 1 };
}

function long(text: string): Decimal | undefined {
  const form = trimmed(text);
  if (form.length > LONGEST || !FORM.test(form)) return undefined;
  const [whole = '', fraction = ''] = form.replace(/^[+-]/, '').split('.');
  const units = BigInt(whole + fraction || '0');
  return { units: form.startsWith('-') ? -units : units, scale: fraction.length };
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

/** Powers of ten that amounts need all the time, and larger ones that were needed. */
const POWERS = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));
const LARGE_POWERS = new Map<number, bigint>();
const powerOfTen = (exponent: number): bigint => POWERS[exponent] ?? largePower(exponent);

function largePower(exponent: number): bigint {
  const power = LARGE_POWERS.get(exponent) ?? 10n ** BigInt(exponent);
  LARGE_POWERS.set(exponent, power);
  return power;
}

const to = (value: Decimal, scale: number): bigint =>
  scale === value.scale ? value.units : value.units * powerOfTen(scale - value.scale);

export function add(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return { units: a.units + b.units, scale: a.scale };
  const scale = Math.max(a.scale, b.scale);
  return { units: to(a, scale) + to(b, scale), scale };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale });
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce(add, ZERO);
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const difference = subtract(a, b).units;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const equal = (a: Decimal, b: Decimal): boolean => compare(a, b) === 0;

/** To so many decimals, halves towards positive infinity as XPath's round() does. */
export function roundTo(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return value;
  const divisor = powerOfTen(value.scale - scale);
  const shifted = value.units * 2n + divisor;
  const doubled = divisor * 2n;
  const quotient = shifted / doubled;
  const units = shifted < 0n && shifted % doubled !== 0n ? quotient - 1n : quotient;
  return { units, scale };
}

export const round2 = (value: Decimal): Decimal => roundTo(value, 2);

/** To at least 18 decimals, as many as XPath processors have; halves towards zero. The divisor must not be zero. */
export function divide(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(18, a.scale, b.scale);
  const dividend = a.units * powerOfTen(b.scale + scale);
  const divisor = b.units * powerOfTen(a.scale);
  const quotient = dividend / divisor;
  const isOver = magnitude(dividend % divisor) * 2n > magnitude(divisor);
  const away = dividend < 0n === divisor < 0n ? 1n : -1n;
  return { units: isOver ? quotient + away : quotient, scale };
}

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

/** The same text for the same value: of 25 and 25.00, for use as a key. */
export function valueKey({ units, scale }: Decimal): string {
  if (units === 0n) return '0';
  const digits = String(units);
  let zeros = 0;
  while (zeros < scale && digits.charAt(digits.length - 1 - zeros) === '0') zeros++;
  return `${digits.slice(0, digits.length - zeros)}e-${scale - zeros}`;
}

export function print(value: Decimal): string {
  const digits = String(value.units < 0n ? -value.units : value.units).padStart(value.scale + 1, '0');
  const sign = value.units < 0n ? '-' : '';
  return value.scale === 0
    ? sign + digits
    : `${sign}${digits.slice(0, -value.scale)}.${digits.slice(-value.scale)}`;
}
