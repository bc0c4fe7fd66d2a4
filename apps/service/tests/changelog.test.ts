import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { composed, readChange, release, unreleased, wrongWith } from '../../../scripts/changelog.ts';

let dir: string;
let root: string;
let file: string;
const write = (name: string, text: string) => writeFileSync(join(root, 'unreleased', name), text);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pappel-changelog-'));
  root = join(dir, 'changelog');
  file = join(dir, 'CHANGELOG.md');
  mkdirSync(join(root, 'unreleased'), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('the list of changes', () => {
  test('A file is a kind, a sentence, and what it means', () => {
    assert.deepEqual(readChange('Added: Mails tell of documents.\n\nSee [it](x).\nAnd more.\n'), {
      kind: 'Added',
      sentence: 'Mails tell of documents.',
      more: 'See [it](x).\nAnd more.',
    });
    for (const wrong of ['', 'New: A thing.', 'Added: a thing.', 'Added: A thing', 'Fixed: A thing.\nmore'])
      assert.equal(typeof readChange(wrong), 'string', wrong);
  });
  test('What is unreleased is shown by kind; a file that cannot be read is named', () => {
    write('b.md', 'Fixed: Beta works.\n');
    write('a.md', 'Added: Alpha.\n\nIn two\nlines.\n');
    assert.equal(
      unreleased(root),
      '## Unreleased\n\n### Added\n\n- Alpha.\n  In two\n  lines.\n\n### Fixed\n\n- Beta works.',
    );
    write('c.md', 'Something.');
    assert.match(wrongWith(root, file) ?? '', /c\.md begins with none of/);
  });
  test('A release takes what is unreleased, and the newest stands first; a list that says otherwise is noticed', () => {
    for (const [version, date] of [
      ['1.9.0', '2026-01-01'],
      ['1.10.0', '2026-02-01'],
    ] as const) {
      write('a.md', `Changed: What ${version} brings.\n`);
      release(root, file, version, date);
      assert.deepEqual(readdirSync(join(root, 'unreleased')), ['.gitkeep']);
    }
    const text = readFileSync(file, 'utf8');
    assert.deepEqual(text.match(/^## .*$/gm), ['## 1.10.0, 2026-02-01', '## 1.9.0, 2026-01-01']);
    assert.equal(text, composed(root));
    assert.equal(wrongWith(root, file), undefined);
    writeFileSync(file, text.replace('brings', 'takes'));
    assert.match(wrongWith(root, file) ?? '', /is not what changelog\/ says/);
    assert.throws(() => release(root, file, '1.10.0', '2026-03-01'), /is released/);
    assert.throws(() => release(root, file, 'next', '2026-03-01'), /is no version/);
  });
});
test('Our own list of changes is in order', () => {
  const home = join(import.meta.dirname, '../../..');
  assert.equal(wrongWith(join(home, 'changelog'), join(home, 'CHANGELOG.md')), undefined);
});
