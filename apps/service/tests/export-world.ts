import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Account, Answer } from './harness.ts';
import { until } from './harness.ts';

export const documentText = (i: number, bytes = 1_000): string =>
  `<Invoice><ID>${i}</ID><Note>${'lorem ipsum '.repeat(bytes / 12.5)}${i * 7919}</Note></Invoice>`;

/**
 * So many documents with attempts, events and evidence, by SQL and plain files: submitting them would take the day. All of
 * them ended so many days ago.
 */
export async function fillAccount(
  pool: Pool,
  dataDir: string,
  account: Pick<Account, 'accountId' | 'companyId'>,
  count: number,
  bytes = 1_000,
  days = 0,
): Promise<void> {
  const { accountId, companyId } = account;
  const [participantId, run] = [randomUUID(), randomUUID().slice(0, 8)];
  await pool.query(
    `insert into participants (id, account_id, company_id, scheme, value, address, canonical_id, name, identifier, country_code, status, registration)
     values ($1, $2, $3, '0088', $4, '0088:' || $4, 'iso6523-actorid-upis::0088:' || $4, 'Generated', $4, 'SE', 'ACTIVE', '{}')`,
    [participantId, accountId, companyId, run],
  );
  await pool.query(
    `insert into messages (id, account_id, company_id, participant_id, direction, status, sender, receiver, type,
       document_type_id, process_id, bytes, sha256, source, payload_key, verdict, as4_message_id, conversation_id,
       sbdh_instance_id, envelope_created_at, validation_errors, created_at, updated_at, status_changed_at)
     select uuidv7(make_interval(days => -$7::int)), $1, $2, $3, 'OUTBOUND', 'AS4_ACCEPTED', '0088:' || $4, '0192:991825827', 'invoice', 'd', 'p',
       $6::int, repeat('a', 64), 'API', 'generated/' || $4 || '/' || n, 'VALID', $4 || n, 'c', $4 || n, now(),
       '[{"code":"X","severity":"WARNING","message":"m","ruleset":"r"}]', ended, ended, ended
     from generate_series(1, $5::int) as n, (select now() - make_interval(days => $7::int) as ended) as past`,
    [accountId, companyId, participantId, run, count, bytes, days],
  );
  await pool.query(
    `insert into message_attempts (message_id, account_id, number, finished_at, outcome)
     select id, account_id, 1, created_at, 'AS4_ACCEPTED' from messages where participant_id = $1`,
    [participantId],
  );
  await pool.query(
    `insert into message_evidence (message_id, account_id, kind, content, created_at)
     select id, account_id, 'AS4_RECEIPT', convert_to(repeat('receipt ', 100), 'UTF8'), created_at from messages where participant_id = $1`,
    [participantId],
  );
  await pool.query(
    `insert into events_pending (id, account_id, company_id, message_id, type, version, data)
     select gen_random_uuid(), $1, $2, id, 'document.as4_accepted', 1, '{}' from messages where participant_id = $3`,
    [accountId, companyId, participantId],
  );
  const folder = join(dataDir, 'payloads', 'generated', run);
  mkdirSync(folder, { recursive: true });
  for (let i = 1; i <= count; i++) writeFileSync(join(folder, String(i)), documentText(i, bytes));
}

type Call = (method: string, path: string, token?: string) => Promise<Answer>;

/** Asks for an export and waits for its end. */
export async function exported(call: Call, session: string, forMs = 120_000) {
  const { body, status } = await call('POST', '/v1/account/export', session);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return ended(call, session, body.export.id, forMs);
}

export async function ended(call: Call, session: string, id: string, forMs = 120_000) {
  const look = () => call('GET', `/v1/account/export/${id}`, session);
  const isOver = ({ body }: Answer) => ['DONE', 'FAILED'].includes(body.export?.status);
  return (await until(look, isOver, forMs)).body.export;
}
