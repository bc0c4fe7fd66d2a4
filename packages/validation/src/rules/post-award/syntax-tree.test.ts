import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTree } from './syntax-tree.ts';

const TREE = `
001 Order: ID!, 003 TypeCode{boolean},
    004 Party!
004 Party: 005 EndpointID! @schemeID!{icd} @name, 008 ChargeIndicator!=false, ...
`;

describe('syntax trees', () => {
  test('A line names a parent and its children, and goes on where the next one is indented', () => {
    assert.deepEqual(
      readTree(TREE).map(({ row, path, isMandatory, isOpen }) => [row, path, isMandatory, isOpen]),
      [
        ['001', '/Order', true, false],
        [undefined, '/Order/cbc:ID', true, true],
        ['003', '/Order/cbc:TypeCode', false, true],
        ['004', '/Order/cac:Party', true, true],
        ['005', '/Order/cac:Party/cbc:EndpointID', true, true],
        ['008', '/Order/cac:Party/cbc:ChargeIndicator', true, true],
      ],
    );
  });

  test('A child has lists of codes, a fixed text and attributes', () => {
    const [, , type, , endpoint, indicator] = readTree(TREE);
    assert.deepEqual(
      type?.lists.map(({ title }) => title),
      ['true and false'],
    );
    assert.deepEqual(
      endpoint?.attributes.map(({ name, isMandatory, lists }) => [name, isMandatory, lists.length]),
      [
        ['schemeID', true, 1],
        ['name', false, 0],
      ],
    );
    assert.equal(indicator?.fixed, 'false');
  });

  test('A mistake in a tree is not read over', () => {
    for (const tree of ['', '001 Order', '001 Order: 2 ID', '001 Order: ID?', '001 Order: ID{no-such-list}'])
      assert.throws(() => readTree(tree), Error, tree);
  });
});
