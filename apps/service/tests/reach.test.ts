import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import ts from 'typescript';
import { openDatabase } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { newDatabase } from './harness.ts';

/** A file that is not there, beside this one. */
const FILE = join(import.meta.dirname, 'somebody-forgot.ts');
const ROOT = join(import.meta.dirname, '../../..');
const IMPORTS = `
  import { sql } from 'kysely';
  import type { Principal } from '../src/platform/access/principal.ts';
  import type { Db, Tx } from '../src/platform/db/database.ts';
  import { overAll, scoped } from '../src/platform/db/roots.ts';
`;

/** The lines of `body` that do not compile, counted from 1. */
function refusedLines(body: string[]): number[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const own: ts.CompilerOptions = { ...options, noEmit: true, incremental: false, noUnusedLocals: false };
  const host = ts.createCompilerHost(own);
  const text = `${IMPORTS}${body.join('\n')}`;
  const readSource = host.getSourceFile.bind(host);
  host.fileExists = (path) => path === FILE || ts.sys.fileExists(path);
  host.readFile = (path) => (path === FILE ? text : ts.sys.readFile(path));
  host.getSourceFile = (path, ...rest) =>
    path === FILE ? ts.createSourceFile(path, text, ts.ScriptTarget.ESNext) : readSource(path, ...rest);
  const program = ts.createProgram([FILE], own, host);
  const source = program.getSourceFile(FILE);
  const before = IMPORTS.split('\n').length - 1;
  return [
    ...new Set(
      program
        .getSemanticDiagnostics(source)
        .map(({ start = 0 }) => (source?.getLineAndCharacterOfPosition(start).line ?? 0) - before + 1),
    ),
  ];
}

describe('Reach', () => {
  test('A query that forgets the reach does not compile [GEN-3]', () => {
    const forgotten = [
      "export const a = (db: Db) => db.selectFrom('messages').selectAll().execute();",
      "export const b = (db: Db) => db.selectFrom('participants').where('account_id', '=', 'x' as never).execute();",
      "export const c = (tx: Tx) => tx.updateTable('webhooks').set({ url: '' }).execute();",
      "export const d = (tx: Tx) => tx.deleteFrom('api_keys').execute();",
      "export const e = (db: Db) => db.selectFrom('event_head').innerJoin('events', 'events.seq', 'event_head.seq').execute();",
      'export const f = (db: Db) => sql`select * from messages`.execute(db);',
      "export const g = (db: Db) => db.selectFrom('message_attempts').selectAll().execute();",
      "export const h = (db: Db) => db.selectFrom('accounts').selectAll().execute();",
      "export const i = (db: Db, p: Principal) => scoped(db, p).selectFrom('companies').innerJoin('users', 'users.account_id', 'companies.account_id').execute();",
      "export const j = (db: Db, p: Principal) => scoped(db, p).selectFrom('companies').select((eb) => eb.selectFrom('users').select('users.email').as('other')).execute();",
      "export const k = (db: Db) => overAll(db, 'because').selectFrom('messages').execute();",
      "export const l = (db: Db) => scoped(db, {}).selectFrom('messages').execute();",
    ];
    assert.deepEqual(
      refusedLines(forgotten),
      forgotten.map((_, i) => i + 1),
    );
  });

  test('One that has it does, and one that says why it needs none', () => {
    const said = [
      "export const a = (db: Db, p: Principal) => scoped(db, p).selectFrom('messages').selectAll().execute();",
      "export const b = (tx: Tx, p: Principal) => scoped(tx, p).updateTable('webhooks').set({ url: '' }).execute();",
      "export const c = (tx: Tx, p: Principal) => scoped(tx, p).deleteFrom('api_keys').execute();",
      "export const d = (db: Db, p: Principal) => scoped(db, p).selectFrom('companies', ['accounts']).innerJoin('accounts', 'accounts.id', 'companies.account_id').select('accounts.name').execute();",
      "export const e = (db: Db) => overAll(db, 'job').selectFrom('messages').selectAll().execute();",
      "export const f = (db: Db) => sql`select * from messages`.execute(overAll(db, 'operator'));",
      "export const g = (db: Db) => db.selectFrom('nodes').selectAll().execute();",
    ];
    assert.deepEqual(refusedLines(said), []);
  });

  test('A status that is written past its transition.ts does not compile [PAR-18, MSG-23]', () => {
    const past = [
      "export const a = (tx: Tx) => overAll(tx, 'found').updateTable('messages').set({ status: 'QUEUED' }).execute();",
      "export const b = (tx: Tx, p: Principal) => scoped(tx, p).updateTable('participants').set({ status: 'ACTIVE' }).execute();",
    ];
    assert.deepEqual(refusedLines(past), [1, 2]);
  });

  test('Every table whose columns name an owner is kept from a plain query', async () => {
    const { pool, close } = openDatabase(await newDatabase(), { onError: () => undefined });
    await migrate(pool);
    const { rows } = await pool.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns where table_schema = 'public'
       and column_name in ('account_id', 'company_id', 'user_id', 'participant_id', 'message_id', 'login_id')`,
    );
    await close();
    assert.ok(rows.length > 30);
    const lines = rows.map(
      ({ name }, i) => `export const t${i} = (db: Db) => db.selectFrom('${name}').execute();`,
    );
    assert.equal(refusedLines(lines).length, lines.length);
  });
});
