import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDatabase } from '../../../tests/harness.ts';
import { NamingClient, PLANNED_ANEW } from './naming-client.ts';

test('What comes often has a name and one plan; what must be planned for its values has none, however often it comes', async () => {
  const client = new NamingClient({ connectionString: await newDatabase() });
  await client.connect();
  try {
    const statements = ['select $1::int as often', `select ${PLANNED_ANEW} $1::int as "by value"`];
    for (let i = 0; i < 10; i++) for (const text of statements) await client.query(text, [i]);
    const { rows } = await client.query('select statement from pg_prepared_statements');
    assert.deepEqual(rows, [{ statement: statements[0] }]);
  } finally {
    await client.end();
  }
});
