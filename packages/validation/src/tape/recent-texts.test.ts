import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_TEXTS, RecentTexts } from './recent-texts.ts';

test('Of a document of few elements every text is kept', () => {
  const texts = new RecentTexts(300);
  assert.equal(texts.of(0), undefined);
  for (let node = 0; node < 300; node++) texts.keep(node, `text ${node}`);
  for (let node = 0; node < 300; node++) assert.equal(texts.of(node), `text ${node}`);
});

test('Of a document of many elements so many texts are kept, and never that of another element is answered', () => {
  const count = 5 * MOST_TEXTS + 7;
  const texts = new RecentTexts(count);
  for (let node = 0; node < count; node++) texts.keep(node, `text ${node}`);
  let kept = 0;
  for (let node = 0; node < count; node++) {
    const text = texts.of(node);
    if (text !== undefined) kept++;
    assert.equal(text ?? `text ${node}`, `text ${node}`);
  }
  assert.equal(kept, MOST_TEXTS);
  assert.equal(texts.of(count - 1), `text ${count - 1}`);
});
