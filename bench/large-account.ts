/** An account of 100,000 documents and 2,000 companies, made in the database from one document that was sent. */
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  TIMBER,
} from '../apps/service/tests/harness.ts';

export const DOCUMENTS = 100_000;
export const COMPANIES = 2_000;

/**
 * Copies one document, and one company, until there are enough; every one with a number and a name of its own, the
 * document B900001 the newest, and one each 25 seconds before.
 */
export async function fill(pappel: Pappel, account: Account): Promise<void> {
  await activeParticipant(pappel, account, TIMBER);
  await activeParticipant(pappel, account, FURNITURE);
  const { body } = await pappel.call('POST', '/v1/messages', account.key, {
    sender: TIMBER,
    receiver: FURNITURE,
    type: 'invoice',
    payload: fixture('invoice.xml'),
  });
  const { id } = await settled(pappel, account, body.id);
  const { pool } = pappel.service.base.database;
  await pool.query(
    `insert into companies (id, account_id, name, identifier, status, search_text)
     select gen_random_uuid(), $1, 'Company ' || n, 'company-' || n, 'ACTIVE', 'company ' || n
     from generate_series(1, $2::int) n`,
    [account.accountId, COMPANIES - 1],
  );
  const { fields } = await pool.query('select * from messages limit 0');
  const own = ['id', 'created_at', 'document_number', 'company_id', 'as4_message_id', 'sbdh_instance_id'];
  const columns = fields.map(({ name }) => name).filter((name) => !own.includes(name));
  // From the oldest on, as they would have come, with ids in the order of time.
  await pool.query(
    `with houses as (select array_agg(id) as ids from companies where account_id = $3),
     made as (
       insert into messages (${own.join()}, ${columns.join()})
         select uuidv7(- n * interval '25 seconds'), now() - n * interval '25 seconds', 'B' || 900000 + n,
           ids[1 + n % ${COMPANIES}], gen_random_uuid() || '@POP000001', gen_random_uuid(), ${columns.join()}
         from messages, houses, generate_series($2::int, 1, -1) n where messages.id = $1
         returning id, created_at, document_number, as4_message_id, sbdh_instance_id
     ) insert into message_search (message_id, account_id, created_at, terms)
       select made.id, $3, made.created_at, terms || array_to_tsvector(array[
         right($3::text, 8) || 't' || lower(made.document_number), '*' || made.as4_message_id, '*' || made.sbdh_instance_id])
       from made, message_search template where template.message_id = $1`,
    [id, DOCUMENTS - 1, account.accountId],
  );
  await pool.query("select recount_messages('-infinity', 'infinity')");
  // As autovacuum leaves it: what was inserted waits in no list of the index any more.
  await pool.query('vacuum analyze');
}
