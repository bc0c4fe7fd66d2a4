import { double } from '../../values/double.ts';
import { quoted, raise } from './dynamic-error.ts';

export const isDouble = (text: string): boolean => double(text) !== undefined;

/** xs:double from text. */
export function parseDouble(text: string): number {
  return double(text) ?? raise('FORG0001', `${quoted(text)} is not a number`);
}

/** fn:number: NaN for what is no number. */
export const numberOf = (text: string): number => double(text) ?? Number.NaN;

/** As xs:string [F&O 17.1.2]. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  if (size >= 1e-6 && size < 1e6) return String(value);
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
}

/** Effective boolean value of a number. */
export const isTrueNumber = (value: number): boolean => value !== 0 && !Number.isNaN(value);
