import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as decimal from './runtime/decimal.ts';

/** Slow and simple: numerator over a power of ten, all as BigInt. */
interface Fraction {
  units: bigint;
  scale: number;
}

let seed = 7;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % below;
};

function randomDecimal(): { text: string; fraction: Fraction } {
  const digits = Array.from({ length: 1 + random(random(3) === 0 ? 24 : 8) }, () => random(10)).join('');
  const scale = random(Math.min(digits.length, 12) + 1);
  const sign = random(2) === 0 ? '-' : '';
  const whole = digits.slice(0, digits.length - scale);
  const text = `${sign}${whole}${scale > 0 ? `.${digits.slice(digits.length - scale)}` : ''}`;
  return { text, fraction: { units: BigInt(sign + digits), scale } };
}

const at = ({ units, scale }: Fraction, wanted: number): bigint => units * 10n ** BigInt(wanted - scale);

function written({ units, scale }: Fraction): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const text =
    scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}

test('Sums, differences, products, remainders and comparisons of random decimals are exact.', () => {
  for (let round = 0; round < 5_000; round++) {
    const [a, b] = [randomDecimal(), randomDecimal()];
    const [x, y] = [decimal.parseDecimal(a.text), decimal.parseDecimal(b.text)];
    const scale = Math.max(a.fraction.scale, b.fraction.scale);
    const [m, n] = [at(a.fraction, scale), at(b.fraction, scale)];
    const said = `${a.text} ${b.text}`;
    assert.equal(decimal.formatExact(x), written(a.fraction), said);
    assert.equal(decimal.formatExact(decimal.add(x, y)), written({ units: m + n, scale }), said);
    assert.equal(decimal.formatExact(decimal.subtract(x, y)), written({ units: m - n, scale }), said);
    const product = {
      units: a.fraction.units * b.fraction.units,
      scale: a.fraction.scale + b.fraction.scale,
    };
    assert.equal(decimal.formatExact(decimal.multiply(x, y)), written(product), said);
    assert.equal(Math.sign(decimal.compare(x, y)), m < n ? -1 : m > n ? 1 : 0, said);
    if (n === 0n) continue;
    assert.equal(decimal.formatExact(decimal.modulo(x, y)), written({ units: m % n, scale }), said);
    assert.equal(decimal.formatExact(decimal.divideInteger(x, y)), String(m / n), said);
    const product2 = decimal.multiply(decimal.divide(decimal.multiply(x, y), y), 1);
    assert.equal(decimal.compare(product2, x), 0, said);
  }
});

test('Floor, ceiling and rounding of random decimals agree with their definitions.', () => {
  for (let round = 0; round < 5_000; round++) {
    const { text, fraction } = randomDecimal();
    const value = decimal.parseDecimal(text);
    const unit = 10n ** BigInt(fraction.scale);
    const floor = (units: bigint, by: bigint): bigint =>
      units < 0n && units % by !== 0n ? units / by - 1n : units / by;
    assert.equal(decimal.formatExact(decimal.floor(value)), String(floor(fraction.units, unit)), text);
    assert.equal(decimal.formatExact(decimal.ceiling(value)), String(-floor(-fraction.units, unit)), text);
    assert.equal(
      decimal.formatExact(decimal.round(value)),
      String(floor(fraction.units * 2n + unit, unit * 2n)),
      text,
    );
    assert.equal(decimal.formatExact(decimal.truncate(value)), String(fraction.units / unit), text);
  }
});

test('Quotients have 18 digits of fraction or come out even.', () => {
  const quotient = (a: string, b: string): string =>
    decimal.formatExact(decimal.divide(decimal.parseDecimal(a), decimal.parseDecimal(b)));
  assert.equal(quotient('2', '3'), '0.666666666666666667');
  assert.equal(quotient('-2', '3'), '-0.666666666666666667');
  assert.equal(quotient('1.5', '0.05'), '30');
  assert.equal(quotient('1', '1024'), '0.0009765625');
  assert.equal(quotient('100000000000000000000', '4'), '25000000000000000000');
  assert.equal(quotient('0', '-5'), '0');
  assert.throws(() => quotient('1', '0.00'), { code: 'FOAR0001' });
});

test('Numbers that grow without end are stopped.', () => {
  let value: decimal.Exact = 10;
  assert.throws(
    () => {
      for (let round = 0; round < 20; round++) value = decimal.multiply(value, value);
    },
    { code: 'FOAR0002' },
  );
  assert.throws(() => decimal.parseDecimal('9'.repeat(2_000)), { code: 'FOCA0001' });
  assert.equal(decimal.isInteger('9'.repeat(2_000)), true);
});

test('The value of a double is taken exactly.', () => {
  assert.equal(
    decimal.formatExact(decimal.fromDouble(0.1)),
    '0.1000000000000000055511151231257827021181583404541015625',
  );
  assert.equal(decimal.formatExact(decimal.fromDouble(-2.5)), '-2.5');
  assert.equal(decimal.formatExact(decimal.fromDouble(2 ** 70)), '1180591620717411303424');
  assert.throws(() => decimal.fromDouble(Number.NaN), { code: 'FOCA0002' });
});
