import type { Decimal } from './decimal.ts';
import { trimmed } from './space.ts';

/** Most numbers of documents: nothing around them, no exponent. */
const USUAL = /^-?\d{1,15}(?:\.\d+)?$/;
const FORM = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** Reads an xs:double [XSD 3.2.5], which is how XPath takes an amount that it computes or compares with; undefined for anything else. */
export function double(text: string): number | undefined {
  if (USUAL.test(text)) return Number(text);
  const form = trimmed(text);
  if (FORM.test(form)) return Number(form);
  if (form === 'INF') return Number.POSITIVE_INFINITY;
  if (form === '-INF') return Number.NEGATIVE_INFINITY;
  return form === 'NaN' ? Number.NaN : undefined;
}

/** The exact value of a double; undefined when it is infinite or no number. */
export function exactly(value: number): Decimal | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (Number.isSafeInteger(value)) return { units: BigInt(value), scale: 0 };
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  const units = value < 0 ? -mantissa : mantissa;
  const power = (exponent === 0 ? 1 : exponent) - 1075;
  if (power >= 0) return { units: units << BigInt(power), scale: 0 };
  return { units: units * 5n ** BigInt(-power), scale: -power };
}
