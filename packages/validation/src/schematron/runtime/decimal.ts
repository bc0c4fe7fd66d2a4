import { exactly } from '../../values/double.ts';
import { quoted, raise } from './dynamic-error.ts';

/** xs:decimal and xs:integer, exact: a safe integer as a number, everything else as a {@link Decimal}. */
export type Exact = number | Decimal;

/** `units` divided by ten to the power of `scale`; units are a number while they are a safe integer. */
export class Decimal {
  readonly units: number | bigint;
  readonly scale: number;

  constructor(units: number | bigint, scale: number) {
    this.units = units;
    this.scale = scale;
  }
}

const SAFE = Number.MAX_SAFE_INTEGER;
const isSafe = (value: number): boolean => value <= SAFE && value >= -SAFE;

/** Digits of the largest decimal; beyond it is an overflow [F&O 6.2, FOAR0002]. */
const MAX_DIGITS = 1_000;
const LARGEST = 10n ** BigInt(MAX_DIGITS);
/** Fraction digits of a quotient that does not come out even. */
const QUOTIENT_DIGITS = 18;

const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
const power = (exponent: number): number => POWERS[exponent] ?? Number.POSITIVE_INFINITY;
const bigPower = (exponent: number): bigint => 10n ** BigInt(exponent);

const unitsOf = (value: Exact): number | bigint => (typeof value === 'number' ? value : value.units);
const scaleOf = (value: Exact): number => (typeof value === 'number' ? 0 : value.scale);
/** Units as they are at a larger scale. */
const bigAt = (value: Exact, scale: number): bigint =>
  BigInt(unitsOf(value)) * bigPower(scale - scaleOf(value));

/** A decimal without zeros at its end. */
function decimalOf(units: bigint, scale: number): Exact {
  if (units > LARGEST || units < -LARGEST || scale > MAX_DIGITS) raise('FOAR0002', 'A decimal is too large');
  let rest = units;
  let digits = scale;
  while (digits > 0 && rest % 10n === 0n) {
    rest /= 10n;
    digits--;
  }
  if (rest > BigInt(SAFE) || rest < -BigInt(SAFE)) return new Decimal(rest, digits);
  return digits === 0 ? Number(rest) : new Decimal(Number(rest), digits);
}

function small(units: number, scale: number): Exact {
  let rest = units;
  let digits = scale;
  while (digits > 0 && rest % 10 === 0) {
    rest /= 10;
    digits--;
  }
  return digits === 0 ? rest + 0 : new Decimal(rest, digits);
}

/** Units at a scale when they and all others are safe integers there, else NaN. */
function smallAt(value: Exact, scale: number): number {
  const units = unitsOf(value);
  if (typeof units === 'bigint') return Number.NaN;
  const raised = units * power(scale - scaleOf(value));
  return isSafe(raised) ? raised : Number.NaN;
}

export function add(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number' && isSafe(a + b)) return a + b;
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const sum = smallAt(a, scale) + smallAt(b, scale);
  return isSafe(sum) ? small(sum, scale) : decimalOf(bigAt(a, scale) + bigAt(b, scale), scale);
}

export const negate = (a: Exact): Exact =>
  typeof a === 'number' ? 0 - a : new Decimal(typeof a.units === 'bigint' ? -a.units : -a.units, a.scale);

export const subtract = (a: Exact, b: Exact): Exact => add(a, negate(b));

export function multiply(a: Exact, b: Exact): Exact {
  const x = unitsOf(a);
  const y = unitsOf(b);
  const scale = scaleOf(a) + scaleOf(b);
  if (typeof x === 'number' && typeof y === 'number' && isSafe(x * y)) return small(x * y, scale);
  return decimalOf(BigInt(x) * BigInt(y), scale);
}

/** Exact where it comes out within 18 digits of fraction, else rounded there, halves away from zero. */
export function divide(a: Exact, b: Exact): Exact {
  if (isZero(b)) raise('FOAR0001', 'Division by zero');
  const even = divideEvenly(a, b);
  if (even !== undefined) return even;
  const scale = Math.max(QUOTIENT_DIGITS, scaleOf(a), scaleOf(b));
  const dividend = BigInt(unitsOf(a)) * bigPower(scaleOf(b) + scale);
  const divisor = BigInt(unitsOf(b)) * bigPower(scaleOf(a));
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  const isUp = magnitude(rest) * 2n >= magnitude(divisor) && rest !== 0n;
  const step = dividend < 0n === divisor < 0n ? 1n : -1n;
  return decimalOf(isUp ? quotient + step : quotient, scale);
}

/** The usual case: small numbers of which the quotient ends after a few digits. */
function divideEvenly(a: Exact, b: Exact): Exact | undefined {
  const dividend = unitsOf(a);
  const divisor = unitsOf(b);
  if (typeof dividend !== 'number' || typeof divisor !== 'number') return undefined;
  for (let digits = 0; digits <= 4; digits++) {
    const raised = dividend * power(digits);
    if (!isSafe(raised)) return undefined;
    if (raised % divisor === 0) return scaled(raised / divisor, scaleOf(a) - scaleOf(b) + digits);
  }
  return undefined;
}

function scaled(units: number, scale: number): Exact | undefined {
  if (scale >= 0) return small(units, scale);
  const raised = units * power(-scale);
  return isSafe(raised) ? raised + 0 : undefined;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** Integer division towards zero. */
export function divideInteger(a: Exact, b: Exact): Exact {
  if (isZero(b)) raise('FOAR0001', 'Division by zero');
  if (typeof a === 'number' && typeof b === 'number') return Math.trunc(a / b) + 0;
  const scale = Math.max(scaleOf(a), scaleOf(b));
  return decimalOf(bigAt(a, scale) / bigAt(b, scale), 0);
}

/** What integer division leaves; it has the sign of the dividend. */
export function modulo(a: Exact, b: Exact): Exact {
  if (isZero(b)) raise('FOAR0001', 'Division by zero');
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
  const scale = Math.max(scaleOf(a), scaleOf(b));
  return decimalOf(bigAt(a, scale) % bigAt(b, scale), scale);
}

export const isZero = (a: Exact): boolean => a === 0 || (typeof a !== 'number' && !a.units);

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compare(a: Exact, b: Exact): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const difference = smallAt(a, scale) - smallAt(b, scale);
  if (!Number.isNaN(difference)) return difference;
  const [x, y] = [bigAt(a, scale), bigAt(b, scale)];
  return x < y ? -1 : x > y ? 1 : 0;
}

export const absolute = (a: Exact): Exact => (compare(a, 0) < 0 ? negate(a) : a);

/** Largest integer not above. */
export function floor(a: Exact): Exact {
  if (typeof a === 'number') return a;
  if (a.scale === 0) return a;
  const units = BigInt(a.units);
  const unit = bigPower(a.scale);
  const quotient = units / unit;
  return decimalOf(units < 0n && units % unit !== 0n ? quotient - 1n : quotient, 0);
}

export const ceiling = (a: Exact): Exact => negate(floor(negate(a)));

/** To an integer, halves towards positive infinity [F&O 6.4.4]. */
export function round(a: Exact): Exact {
  if (typeof a === 'number' || a.scale === 0) return a;
  if (typeof a.units === 'number' && a.scale < POWERS.length) {
    const unit = power(a.scale);
    const part = a.units % unit;
    const whole = (a.units - part) / unit;
    if (part * 2 >= unit) return whole + 1;
    return part * 2 < -unit ? whole - 1 : whole + 0;
  }
  return floor(decimalOf(BigInt(a.units) * 10n + 5n * bigPower(a.scale), a.scale + 1));
}

/** To a number of fraction digits, a half to the even neighbour [F&O 6.4.5]. */
export function roundHalfToEven(a: Exact, precision: number): Exact {
  if (scaleOf(a) <= precision) return a;
  const unit = bigPower(scaleOf(a) - precision);
  const units = BigInt(unitsOf(a));
  const quotient = units / unit;
  const rest = magnitude(units % unit) * 2n;
  const isAway = rest > unit || (rest === unit && quotient % 2n !== 0n);
  const rounded = isAway ? quotient + (units < 0n ? -1n : 1n) : quotient;
  return precision >= 0 ? decimalOf(rounded, precision) : decimalOf(rounded * bigPower(-precision), 0);
}

/** Towards zero. */
export const truncate = (a: Exact): Exact => (compare(a, 0) < 0 ? ceiling(a) : floor(a));

export function toDouble(a: Exact): number {
  if (typeof a === 'number') return a;
  return typeof a.units === 'number' && a.scale < POWERS.length
    ? a.units / power(a.scale)
    : Number(formatExact(a));
}

/** The exact value of a double. */
export function fromDouble(value: number): Exact {
  const exact = exactly(value);
  if (!exact) return raise('FOCA0002', 'NaN and INF have no value as a decimal');
  return decimalOf(exact.units, exact.scale);
}

export function formatExact(a: Exact): string {
  if (typeof a === 'number') return String(a);
  const units = BigInt(a.units);
  const digits = magnitude(units)
    .toString()
    .padStart(a.scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return a.scale === 0 ? sign + digits : `${sign}${digits.slice(0, -a.scale)}.${digits.slice(-a.scale)}`;
}

const DECIMAL = /^[ \t\r\n]*([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))[ \t\r\n]*$/;
const INTEGER = /^[ \t\r\n]*[+-]?\d+[ \t\r\n]*$/;

export const isDecimal = (text: string): boolean => DECIMAL.test(text);
export const isInteger = (text: string): boolean => INTEGER.test(text);

/** xs:decimal from text. */
export function parseDecimal(text: string): Exact {
  const short = parseShort(text);
  if (short !== undefined) return short;
  const found = DECIMAL.exec(text);
  if (!found) raise('FORG0001', `${quoted(text)} is not a decimal`);
  const [, sign, whole = '', fraction = found[4] ?? ''] = found;
  if (whole.length + fraction.length > MAX_DIGITS) raise('FOCA0001', 'A decimal has too many digits');
  const units = BigInt(whole + fraction);
  return decimalOf(sign === '-' ? -units : units, fraction.length);
}

/** xs:integer from text. */
export function parseInteger(text: string): Exact {
  if (!INTEGER.test(text)) raise('FORG0001', `${quoted(text)} is not an integer`);
  return parseDecimal(text);
}

/** The usual case: up to 15 digits and a point, nothing around them. */
function parseShort(text: string): Exact | undefined {
  if (text.length > 16) return undefined;
  const first = text.startsWith('-') ? 1 : 0;
  let units = 0;
  let point = -1;
  for (let at = first; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (digit === -2 && point < 0) point = at;
    else return undefined;
  }
  const needed = point < 0 ? 1 : 2;
  if (text.length - first < needed || !isSafe(units)) return undefined;
  return small(first === 1 ? -units : units, point < 0 ? 0 : text.length - point - 1);
}
