import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Settings } from './settings.ts';
import { readSmpSettings } from './smp.ts';

function read(env: Record<string, string>, network: 'test' | 'production') {
  const settings = new Settings(env);
  return { ...readSmpSettings(settings, network), problems: settings.problems };
}

describe('SMP_MODE and what belongs to it', () => {
  const external = {
    SMP_MODE: 'external',
    SMP_EXTERNAL_URL: 'https://smp.example/',
    SMP_EXTERNAL_USER: 'us',
    SMP_EXTERNAL_PASSWORD: 'secret',
  };
  test('Without settings the SMP is our own, nobody writes to it, and the Directory is that of the network', () => {
    assert.deepEqual(read({}, 'production'), {
      external: undefined,
      writer: undefined,
      directoryUrl: undefined,
      problems: [],
    });
  });
  test('An external SMP has an address and an account; the Directory can be another, or none', () => {
    assert.deepEqual(read({ ...external, DIRECTORY_URL: 'https://directory.example/' }, 'test'), {
      external: { url: 'https://smp.example', user: 'us', password: 'secret' },
      writer: undefined,
      directoryUrl: 'https://directory.example',
      problems: [],
    });
    assert.deepEqual(read({ DIRECTORY_URL: 'off' }, 'test'), {
      external: undefined,
      writer: undefined,
      directoryUrl: null,
      problems: [],
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
  test('All that is wrong is said at once', () => {
    const env = {
      ...external,
      SMP_EXTERNAL_URL: 'http://smp.example',
      SMP_EXTERNAL_PASSWORD: '',
      SMP_WRITE_USER: 'a',
      DIRECTORY_URL: 'directory',
    };
    assert.deepEqual(
      read(env, 'production').problems.map((problem) => problem.split(' ')[0]),
      ['SMP_EXTERNAL_URL', 'SMP_EXTERNAL_USER', 'SMP_WRITE_USER', 'DIRECTORY_URL'],
    );
  });
  for (const [what, env, problem] of wrong) {
    test(`${what} is a problem that names the variable`, () => {
      assert.match(read(env, 'production').problems.join(), problem);
    });
  }
});
