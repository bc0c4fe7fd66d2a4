import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../platform/errors.ts';
import { checkNewPassword, hashPassword, isCommonPassword, verifyPassword } from './password.ts';

const refusal = (password: string, email = 'ann@example.org'): string => {
  try {
    checkNewPassword(password, email);
    return 'accepted';
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'VALIDATION_FAILED');
    return error.details?.[0]?.code ?? '';
  }
};

describe('a new password [AUT-11]', () => {
  test('12 to 128 characters, counted as a person counts them, of any script', () => {
    assert.equal(refusal('x1y2z3-a4b5'), 'INVALID');
    assert.equal(refusal('x1y2z3-a4b5c'), 'accepted');
    assert.equal(refusal('🐟'.repeat(11)), 'INVALID');
    assert.equal(refusal('🐟🐸🐟🐸🐟🐸🐟🐸🐟🐸🐟🐸'), 'accepted');
    // Twelve letters with their marks written apart are twelve letters.
    assert.equal(refusal('a\u0308o\u0308'.repeat(5)), 'INVALID');
    assert.equal(refusal('длинный пароль'), 'accepted');
    assert.equal(refusal('abc '.repeat(32)), 'accepted');
    assert.equal(refusal(`${'abc '.repeat(32)}x`), 'INVALID');
  });
  test('Blanks, control characters and one character over and over are no password', () => {
    for (const nothing of [
      ' '.repeat(12),
      '\u00a0\u2003\u3000'.repeat(4),
      '\u200b\u2060\ufeff'.repeat(4),
      '\u0000\u0007\t\n'.repeat(3),
      'a'.repeat(12),
      'aA'.repeat(6),
      'x \u200b'.repeat(6),
      'a\u0308'.repeat(12),
      '\u2800\u3164'.repeat(8),
    ])
      assert.equal(refusal(nothing), 'INVALID', JSON.stringify(nothing));
    // Blanks around it make no short password long.
    assert.equal(refusal(`  short one   `), 'INVALID');
    assert.equal(refusal('a b c d e f g'), 'accepted');
  });
  test('No composition rules: words in lower case are enough', () => {
    assert.equal(refusal('correct horse battery staple'), 'accepted');
  });
  test('One that is in the list of common passwords is refused, in whatever case', () => {
    const listed = dictionary['passwords-common'].filter((word) => [...word].length >= 12);
    assert.ok(listed.length > 250);
    for (const word of listed) assert.equal(refusal(word, 'x@example.org'), 'COMMON_PASSWORD', word);
    assert.equal(refusal('1Q2W3E4R5T6Y'), 'COMMON_PASSWORD');
    assert.equal(refusal('AdminisTRATOR'), 'COMMON_PASSWORD');
  });
  test('So is a common one written several times', () => {
    assert.equal(refusal('passwordpassword'), 'COMMON_PASSWORD');
    assert.equal(refusal('Qwerty'.repeat(3)), 'COMMON_PASSWORD');
    assert.equal(isCommonPassword('password and more'), false);
  });
  test('One that contains the name of the address is refused, however it is written', () => {
    assert.equal(refusal('my name is Margareta', 'margareta@example.org'), 'INVALID');
    assert.equal(refusal('hos BJO\u0308RN i skogen', 'bj\u00f6rn@example.org'), 'INVALID');
    assert.equal(refusal('a name of two letters', 'a.@example.org'), 'accepted');
  });
  test('The hash is Argon2id with the cost of the contract, and both ways to write a letter open it', async () => {
    const hash = await hashPassword('bj\u00f6rn likes lakes');
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.ok(await verifyPassword(hash, 'bjo\u0308rn likes lakes'));
    assert.ok(!(await verifyPassword(hash, 'Bj\u00f6rn likes lakes')));
  });
});
