import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** Tables that got their account in the migration 0052; `insertFormerRows` makes one row of each. */
export const COUNTED_BEFORE = [
  'user_companies',
  'sessions',
  'user_mails',
  'passkeys',
  'notice_digests',
  'one_time_tokens',
  'capabilities',
  'participant_checks',
  'participant_migrations',
  'departures',
  'message_attempts',
  'message_evidence',
  'message_search',
  'mls_due',
  'sftp_inbox_names',
  'ledger',
];

/** Rows of an account as versions before 0052 wrote them, by SQL of that time; answers the account. */
export async function insertFormerRows(pool: Pool, word: string): Promise<string> {
  const [account, company, user] = [randomUUID(), randomUUID(), randomUUID()];
  const [participant, message, login] = [randomUUID(), randomUUID(), randomUUID()];
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    return pool.query(
      `insert into ${table} (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`,
      Object.values(row),
    );
  };
  const ids = { account_id: account, company_id: company };
  await insert('accounts', {
    id: account,
    name: word,
    legal_name: word,
    country_code: 'SE',
    status: 'ACTIVE',
  });
  await insert('companies', {
    id: company,
    account_id: account,
    name: word,
    identifier: word,
    status: 'ACTIVE',
  });
  const person = {
    name: word,
    email: `${word}@example.org`,
    role: 'member',
    password_hash: '',
    status: 'active',
  };
  await insert('users', { id: user, account_id: account, ...person });
  await insert('user_companies', { user_id: user, company_id: company });
  const hash = Buffer.from(word);
  await insert('sessions', {
    id: randomUUID(),
    user_id: user,
    token_hash: hash,
    auth_method: 'password',
    expires_at: 'infinity',
  });
  await insert('user_mails', { user_id: user, kind: 'invitation' });
  const key = { credential_id: hash, public_key: hash, counter: 0, aaguid: '' };
  await insert('passkeys', { id: randomUUID(), user_id: user, name: word, ...key });
  await insert('notice_digests', { user_id: user, kind: 'documentsArrived', told_seq: 0, newest_seq: 0 });
  await insert('one_time_tokens', {
    token_hash: hash,
    purpose: 'invitation',
    user_id: user,
    expires_at: 'infinity',
  });
  const address = {
    scheme: '0088',
    value: word,
    address: `0088:${word}`,
    canonical_id: word,
    identifier: word,
  };
  const standing = { name: word, country_code: 'SE', status: 'ACTIVE', registration: '{}' };
  await insert('participants', { id: participant, ...ids, ...address, ...standing });
  const kind = { document_type_id: 'd', process_id: 'p' };
  await insert('capabilities', { id: randomUUID(), participant_id: participant, ...kind, direction: 'BOTH' });
  await insert('participant_checks', { participant_id: participant, checks: '[]' });
  await insert('participant_migrations', { participant_id: participant, direction: 'IN', token: word });
  await insert('departures', {
    participant_id: participant,
    address: word,
    smp_url: word,
    until: 'infinity',
  });
  const way = {
    direction: 'INBOUND',
    status: 'ACKNOWLEDGED',
    sender: word,
    receiver: word,
    source: 'NETWORK',
  };
  const envelope = {
    as4_message_id: word,
    conversation_id: word,
    sbdh_instance_id: word,
    envelope_created_at: 'now',
  };
  const body = { bytes: 1, sha256: '', payload_key: word, verdict: 'VALID' };
  await insert('messages', {
    id: message,
    ...ids,
    participant_id: participant,
    ...way,
    ...kind,
    ...envelope,
    ...body,
  });
  await insert('message_attempts', {
    message_id: message,
    number: 1,
    outcome: 'AS4_ACCEPTED',
    discovery_ms: 7,
  });
  await insert('message_evidence', {
    message_id: message,
    kind: 'AS4_RECEIPT',
    content: Buffer.from('proof'),
  });
  await insert('message_search', { message_id: message, created_at: 'now', terms: 'word' });
  await insert('mls_due', { message_id: message, receivers: '{}', mls_type: 'ALWAYS_SEND' });
  await insert('sftp_logins', { id: login, account_id: account, username: word, auth_method: 'PASSWORD' });
  await insert('sftp_inbox_names', {
    login_id: login,
    message_id: message,
    participant_id: participant,
    name: word,
  });
  await insert('ledger', { kind: 'DOCUMENT_RECEIVED', ...ids });
  const exchange = { exchanged_at: 'now', other_seat: 'PXX000001', country_c1: 'SE', country_c4: 'NO' };
  await insert('ledger', { kind: 'STATUS_SENT', ...kind, ...exchange });
  const nobody = { actor_kind: 'NOBODY', actor_name: 'Unknown', event_type: 'session.failed' };
  await insert('account_audit', { id: randomUUID(), ...nobody });
  return account;
}
