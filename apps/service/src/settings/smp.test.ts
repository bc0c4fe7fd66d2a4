import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSmpSettings } from './smp.ts';

describe('SMP_MODE and what belongs to it', () => {
  const external = {
    SMP_MODE: 'external',
    SMP_EXTERNAL_URL: 'https://smp.example/',
    SMP_EXTERNAL_USER: 'us',
    SMP_EXTERNAL_PASSWORD: 'secret',
  };
  test('Without settings the SMP is our own, nobody writes to it, and the Directory is that of the network', () => {
    assert.deepEqual(readSmpSettings({}, 'production'), {
      external: undefined,
      writer: undefined,
      directoryUrl: undefined,
    });
  });
  test('An external SMP has an address and an account; the Directory can be another, or none', () => {
    assert.deepEqual(readSmpSettings({ ...external, DIRECTORY_URL: 'https://directory.example/' }, 'test'), {
      external: { url: 'https://smp.example', user: 'us', password: 'secret' },
      writer: undefined,
      directoryUrl: 'https://directory.example',
    });
    assert.deepEqual(readSmpSettings({ DIRECTORY_URL: 'off' }, 'test'), {
      external: undefined,
      writer: undefined,
      directoryUrl: null,
    });
  });
  const wrong: [string, Record<string, string>, RegExp][] = [
    ['another mode', { SMP_MODE: 'both' }, /SMP_MODE=both/],
    ['no address', { ...external, SMP_EXTERNAL_URL: '' }, /SMP_EXTERNAL_URL/],
    ['an address without https', { ...external, SMP_EXTERNAL_URL: 'http://smp.example' }, /https/],
    ['no password', { ...external, SMP_EXTERNAL_PASSWORD: '' }, /SMP_EXTERNAL_PASSWORD/],
    [
      'no account',
      { ...external, SMP_EXTERNAL_USER: '', SMP_EXTERNAL_PASSWORD: '' },
      /SMP_EXTERNAL_USER is missing/,
    ],
    ['a writer without password', { SMP_WRITE_USER: 'a' }, /SMP_WRITE_PASSWORD/],
    [
      'a short password',
      { SMP_WRITE_USER: 'a', SMP_WRITE_PASSWORD: 'fifteen letters' },
      /SMP_WRITE_PASSWORD is shorter/,
    ],
    ['a writer with a colon', { SMP_WRITE_USER: 'a:b', SMP_WRITE_PASSWORD: 'c' }, /no colon/],
  ];
  for (const [what, env, problem] of wrong) {
    test(`${what} is a problem that names the variable`, () => {
      const settings = readSmpSettings(env, 'production');
      assert.ok('problem' in settings);
      assert.match(settings.problem, problem);
    });
  }
});
