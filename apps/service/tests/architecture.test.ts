import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const SOURCE = join(import.meta.dirname, '../src');
const PAGE = join(import.meta.dirname, '../../../docs/architecture.md');

test('The map of the house names every room of the service, and no other', () => {
  const [, table = ''] = readFileSync(PAGE, 'utf8').split('| Room | What happens there |\n|---|---|\n');
  const rows = table.split('\n\n')[0]?.split('\n') ?? [];
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, room]) => room),
  );
  const rooms = readdirSync(SOURCE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(named.sort(), rooms.map(({ name }) => name).sort());
});
