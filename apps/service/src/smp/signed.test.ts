import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { KeyMaterial } from '@pappel/pki/key-material';
import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { signedOnce } from './signed.ts';

const smpKey = { certificate: { fingerprint: 'ab' } } as unknown as KeyMaterial;
const wanted = (address: string) => ({
  address: address as ParticipantId,
  documentTypeId: 'invoice' as DocumentTypeId,
  madeOf: ['endpoint'],
});

/** A database with no row, which counts its statements and answers the first statement when `first` is over. */
function databaseThatAnswers(first: Promise<void>): { db: Db; asked: () => number } {
  let statements = 0;
  const connection: DatabaseConnection = {
    executeQuery: async () => {
      statements++;
      if (statements === 1) await first;
      return { rows: [] };
    },
    streamQuery: () => assert.fail('nothing is streamed'),
  };
  class Driver extends DummyDriver {
    override acquireConnection = async () => connection;
  }
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new Driver(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return { db: new Kysely({ dialect }) as unknown as Db, asked: () => statements };
}

test('Of many who ask for the same metadata at once, one signs', async () => {
  const { db } = databaseThatAnswers(Promise.resolve());
  let signed = 0;
  const ask = () => signedOnce({ db, smpKey }, wanted('many at once'), async () => `signed ${++signed}`);
  const contents = (await Promise.all([ask(), ask(), ask()])).map(({ content }) => content);
  assert.deepEqual([...contents, (await ask()).content], Array(4).fill('signed 1'));
});

test('A statement that is never answered silences its metadata for five seconds, and no longer', {
  timeout: 20_000,
}, async (t) => {
  const never = new Promise<void>(() => undefined);
  const { db, asked } = databaseThatAnswers(never);
  const ask = () => signedOnce({ db, smpKey }, wanted('swallowed'), async () => 'signed');
  const now = performance.now();
  const clock = t.mock.method(performance, 'now', () => now);
  void ask();
  await new Promise(setImmediate);

  clock.mock.mockImplementation(() => now + 4_999);
  void ask();
  await new Promise(setImmediate);
  assert.equal(asked(), 1);

  clock.mock.mockImplementation(() => now + 5_000);
  assert.equal((await ask()).content, 'signed');
});
