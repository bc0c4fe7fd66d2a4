import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Reach } from '../src/platform/access/reach.ts';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { IN_REACH } from '../src/platform/db/in-reach.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { newId } from '../src/platform/ids.ts';
import {
  type FoundTable,
  OF_NOBODY,
  ownerColumn,
  readCatalogue,
  tablesOfAccounts,
} from './account-catalogue.ts';
import { insertCompany, insertParticipant } from './bare-rows.ts';
import { newDatabase } from './harness.ts';

const MADE_HERE =
  'a uuid that is made here and the same nowhere else; what is named by it is looked up before its account is known';
const BEFORE_THE_ACCOUNT = 'whose it is is only found by it';
const ONE_LOG = 'one log for all accounts, in one order';

/** Unique indexes of accounts' tables without the account, each with the reason. */
const WITHOUT_ACCOUNT: Record<string, string> = {
  account_audit_pkey: MADE_HERE,
  api_keys_pkey: MADE_HERE,
  api_keys_secret_hash_key: BEFORE_THE_ACCOUNT,
  capabilities_pkey: MADE_HERE,
  companies_pkey: MADE_HERE,
  events_pending_pkey: ONE_LOG,
  events_pkey1: ONE_LOG,
  exports_pkey: MADE_HERE,
  ledger_pkey: 'a number that nobody looks up',
  messages_as4_duplicate:
    'a repeat is one whoever it is for: the sender’s id counts in the whole installation',
  messages_pkey: MADE_HERE,
  messages_sbdh_duplicate:
    'a repeat is one whoever it is for: the sender’s id counts in the whole installation',
  participant_audit_pkey: MADE_HERE,
  participants_address_taken: 'one address, one holder in the whole installation [PAR-4]',
  participants_pkey: MADE_HERE,
  passkeys_credential_taken: BEFORE_THE_ACCOUNT,
  passkeys_pkey: MADE_HERE,
  sessions_pkey: MADE_HERE,
  sessions_token_hash_key: BEFORE_THE_ACCOUNT,
  sftp_files_pkey: MADE_HERE,
  sftp_logins_pkey: MADE_HERE,
  sftp_logins_username_taken: BEFORE_THE_ACCOUNT,
  sso_identities_pkey: MADE_HERE,
  sso_identities_taken: BEFORE_THE_ACCOUNT,
  uploads_pkey: 'the key of the payload store, which holds them all',
  used_bootstrap_tokens_pkey: 'a token makes one account, whichever',
  users_email_taken: BEFORE_THE_ACCOUNT,
  users_pkey: MADE_HERE,
  webhook_deliveries_pkey: MADE_HERE,
  webhooks_pkey: MADE_HERE,
};

const DOCUMENTS_HAVE_ONE_KEY =
  'documents have one key, their id, so that each costs one entry less; the account is taken from their row';

/** Foreign keys between rows of one account that do not name it, each with the reason. */
const PAST_THE_ACCOUNT: Record<string, string> = Object.fromEntries(
  [
    'idempotency_keys_message_id_fkey',
    'message_attempts_message_id_fkey',
    'message_evidence_message_id_fkey',
    'message_search_message_id_fkey',
    'messages_company_id_fkey',
    'messages_participant_id_fkey',
    'mls_due_message_id_fkey',
    'sftp_files_message_id_fkey',
    'sftp_inbox_names_message_id_fkey',
    'uploads_message_id_fkey',
  ].map((name) => [name, DOCUMENTS_HAVE_ONE_KEY]),
);

describe('whose a row is', () => {
  let database: Database;
  let pool: Pool;
  let catalogue: Map<string, FoundTable>;
  /** Those of accounts and nobody else. */
  let owned: FoundTable[];
  before(async () => {
    database = openDatabase(await newDatabase(), { onError: () => undefined });
    ({ pool } = database);
    catalogue = await readCatalogue(pool);
    const names = tablesOfAccounts(catalogue);
    owned = [...catalogue.values()].filter(({ name }) => names.has(name) && !(name in OF_NOBODY));
  });
  after(() => database.close());

  test('Every row that hangs on an account says which [GEN-28]', () => {
    const silent = owned.filter(({ name, columns }) => {
      const column = columns[ownerColumn(name)];
      return !(column?.type === 'uuid' && column.isRequired);
    });
    assert.deepEqual(
      silent.map(({ name }) => name),
      [],
      'give it account_id not null, or say in OF_NOBODY why it is no account’s',
    );
  });

  test('Every other table is named with the reason why it is nobody’s, and no table that there is not [GEN-28]', () => {
    const rest = [...catalogue.keys()].filter((name) => !owned.some((table) => table.name === name));
    assert.deepEqual(rest, Object.keys(OF_NOBODY).sort());
  });

  test('What is unique is so within an account, or the reason is said [GEN-28]', () => {
    const without = owned.flatMap(({ name, unique }) =>
      Object.entries(unique)
        .filter(([, columns]) => !columns.includes(ownerColumn(name)))
        .map(([index]) => index),
    );
    assert.deepEqual(without.sort(), Object.keys(WITHOUT_ACCOUNT).sort());
  });

  test('A row refers to rows of its own account only: the foreign key says so, or why it cannot is said [GEN-28]', () => {
    const isOwned = (table: string): boolean => owned.some(({ name }) => name === table);
    const past = owned.flatMap(({ foreignKeys }) =>
      foreignKeys
        .filter(({ to }) => isOwned(to))
        .filter(
          ({ columns, to, toColumns }) =>
            !columns.some((column, i) => column === 'account_id' && toColumns[i] === ownerColumn(to)),
        )
        .map(({ name }) => name),
    );
    assert.deepEqual(past.sort(), Object.keys(PAST_THE_ACCOUNT).sort());
  });

  test('PostgreSQL refuses a row that hangs on another account’s [GEN-28]', async () => {
    const [mine, theirs] = [await insertCompany(database), await insertCompany(database)];
    const address = await insertParticipant(database, theirs, '987654321', 'ACTIVE');
    const refused = { code: '23503' };
    await assert.rejects(
      insertParticipant(database, { ...mine, companyId: theirs.companyId }, '1', 'ACTIVE'),
      refused,
    );
    await assert.rejects(
      pool.query(
        `insert into capabilities (id, participant_id, account_id, document_type_id, process_id, direction)
         values (gen_random_uuid(), $1, $2, 'd', 'p', 'SEND')`,
        [address.id, mine.accountId],
      ),
      refused,
    );
  });

  test('Who asks on somebody’s behalf asks for rows of their account, of each table by its own column [GEN-3, GEN-28]', () => {
    const [accountId, userId] = [newId<'Account'>(), newId<'User'>()];
    const reaches: Reach[] = [
      { accountId, companyIds: 'all' },
      { accountId, companyIds: [newId<'Company'>()] },
    ];
    for (const [table, condition] of Object.entries(IN_REACH))
      for (const reach of reaches) {
        const asked = sql`${condition({ reach, userId })}`.compile(overAll(database.db, 'job'));
        const [first, ...others] = conjuncts(asked.sql);
        assert.equal(first?.replaceAll('"', ''), `${table}.${ownerColumn(table)} = $1::uuid`);
        assert.equal(asked.parameters[0], accountId, table);
        assert.ok(!others.some((one) => one.includes(' or ')), table);
      }
  });
});

/** What must all hold, of a condition in parentheses or without; what stands in further ones is left out. */
function conjuncts(condition: string): string[] {
  let text = condition.replaceAll(/\s+/g, ' ').replace(/^\((.*)\)$/, '$1');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(/\([^()]*\)/g, '…');
  }
  return text.split(' and ');
}
