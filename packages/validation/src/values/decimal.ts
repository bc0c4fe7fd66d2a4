import { trimmed } from './space.ts';

/** An exact decimal: `units` divided by ten to the power of `scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

const FORM = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** Reads an xs:decimal; undefined for anything else, white space around it ignored. */
export function decimal(text: string): Decimal | undefined {
  const form = trimmed(text);
  if (!FORM.test(form)) return undefined;
  const [whole = '', fraction = ''] = form.replace(/^[+-]/, '').split('.');
  const units = BigInt(whole + fraction || '0');
  return { units: form.startsWith('-') ? -units : units, scale: fraction.length };
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

const to = (value: Decimal, scale: number): bigint => value.units * 10n ** BigInt(scale - value.scale);

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

/** To two decimals, halves towards positive infinity as XPath's round() does. */
export function round2(value: Decimal): Decimal {
  if (value.scale <= 2) return value;
  const divisor = 10n ** BigInt(value.scale - 2);
  const shifted = value.units * 2n + divisor;
  const doubled = divisor * 2n;
  const quotient = shifted / doubled;
  const units = shifted < 0n && shifted % doubled !== 0n ? quotient - 1n : quotient;
  return { units, scale: 2 };
}

export function print(value: Decimal): string {
  const digits = String(value.units < 0n ? -value.units : value.units).padStart(value.scale + 1, '0');
  const sign = value.units < 0n ? '-' : '';
  return value.scale === 0
    ? sign + digits
    : `${sign}${digits.slice(0, -value.scale)}.${digits.slice(-value.scale)}`;
}
