import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, decimal, divide, multiply, print, round2, roundTo, valueKey } from './decimal.ts';
import { double, exactly } from './double.ts';
import { normalised, trimmed } from './space.ts';

test('A decimal is written without an exponent; white space of XML around it is ignored, no other', () => {
  for (const text of ['5', '+5', '-5', '.5', '5.', ' 5\n', '\t5.00\r']) assert.ok(decimal(text), text);
  for (const text of ['', '1e3', 'NaN', 'INF', '1,5', '.', '+', '5 0', '\u00a05', '٥'])
    assert.equal(decimal(text), undefined, text);
});

test('A number of more than a thousand characters is too long to compute with', () => {
  assert.ok(decimal('9'.repeat(1000)));
  assert.equal(decimal('9'.repeat(1001)), undefined);
});

test('Decimals are computed exactly, and rounded with halves upwards', () => {
  const value = (text: string) => decimal(text) ?? assert.fail(text);
  assert.equal(print(add(value('0.1'), value('0.2'))), '0.3');
  assert.equal(print(multiply(value('0.1'), value('-0.25'))), '-0.025');
  assert.equal(print(round2(value('1.005'))), '1.01');
  assert.equal(print(round2(value('-1.005'))), '-1.00');
});

test('The same value has the same key, however it is written', () => {
  const keyOf = (text: string) => valueKey(decimal(text) ?? assert.fail(text));
  for (const text of ['25.0', '25.000', '+25', '025.']) assert.equal(keyOf(text), keyOf('25'), text);
  for (const text of ['-25', '2.5', '250', '0', '25.01']) assert.notEqual(keyOf(text), keyOf('25'), text);
  assert.equal(keyOf('0.00'), keyOf('-0'));
});

test('A double may have an exponent, and be infinite or no number', () => {
  assert.equal(double(' 1e3 '), 1000);
  assert.equal(double('-INF'), Number.NEGATIVE_INFINITY);
  assert.ok(Number.isNaN(double('NaN')));
  for (const text of ['', 'Infinity', '+INF', '0x10', '1e', '\u00a01'])
    assert.equal(double(text), undefined, text);
});

test('The exact value of a double shows what it is not', () => {
  const value = exactly(0.1) ?? assert.fail();
  assert.ok(print(value).startsWith('0.1000000000000000055511151231257827'));
  assert.deepEqual(exactly(-3), { units: -3n, scale: 0 });
  assert.deepEqual(exactly(2 ** 60), { units: 2n ** 60n, scale: 0 });
  assert.equal(exactly(Number.NaN), undefined);
});

test('White space is normalised in linear time', () => {
  assert.equal(normalised(' a \n\t b  c '), 'a b c');
  assert.equal(normalised('\u00a0a'), '\u00a0a');
  const long = `x${' '.repeat(1_000_000)}x`;
  assert.equal(normalised(long), 'x x');
  assert.equal(trimmed(`${long}  `), long);
});

test('A quotient has eighteen decimals, its last one rounded with halves towards zero', () => {
  const value = (text: string) => decimal(text) ?? assert.fail(text);
  const quotient = (a: string, b: string) => print(divide(value(a), value(b)));
  assert.equal(quotient('1', '3'), '0.333333333333333333');
  assert.equal(quotient('-2', '3'), '-0.666666666666666667');
  assert.equal(quotient('1', '-0.5'), '-2.000000000000000000');
  assert.equal(quotient('0.000000000000000001', '2'), '0.000000000000000000');
  assert.equal(print(roundTo(value('-2.5'), 0)), '-2');
});
