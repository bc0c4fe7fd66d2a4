import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reach } from '../access/reach.ts';
import type { ApiKeyId, UserId } from '../ids.ts';
import type { OwnedTable } from './owned-tables.ts';

/** On whose behalf a query runs: what they reach, and who they are. A principal is one. */
export interface Asking {
  readonly reach: Reach;
  readonly userId?: UserId;
  readonly apiKeyId?: ApiKeyId;
}

type Condition = (asking: Asking) => RawBuilder<SqlBool>;

const ofAccount =
  (table: string): Condition =>
  ({ reach }) =>
    sql<SqlBool>`${sql.ref(`${table}.account_id`)} = ${reach.accountId}::uuid`;

/**
 * Rows of companies, of a table or what a statement calls it. A row without a company belongs to the account as a whole,
 * and is for who reaches all of it.
 */
export const ofCompany =
  (table: string, column = 'company_id'): Condition =>
  (asking) => {
    const { companyIds } = asking.reach;
    const account = ofAccount(table)(asking);
    if (companyIds === 'all') return account;
    return sql<SqlBool>`(${account} and ${sql.ref(`${table}.${column}`)} = any(${[...companyIds]}::uuid[]))`;
  };

/** Whoever reaches the whole account reaches what belongs to it, whatever it is part of. */
const partOf =
  (table: string, column: string, whole: 'messages' | 'participants' | 'webhooks'): Condition =>
  (asking) => {
    const account = ofAccount(table)(asking);
    if (asking.reach.companyIds === 'all') return account;
    return sql<SqlBool>`(${account} and exists (select from ${sql.table(whole)}
      where ${sql.ref(`${whole}.id`)} = ${sql.ref(`${table}.${column}`)}
        and ${sql.ref(`${whole}.account_id`)} = ${sql.ref(`${table}.account_id`)} and ${IN_REACH[whole](asking)}))`;
  };

/** One's own; an API key is nobody. */
const ofPerson =
  (table: string): Condition =>
  (asking) =>
    sql<SqlBool>`(${ofAccount(table)(asking)} and ${sql.ref(`${table}.user_id`)} = ${asking.userId ?? null}::uuid)`;

/** What is confined sees what lies in its companies, and what it did itself. */
const audited: Condition = (asking) => {
  const { companyIds } = asking.reach;
  const account = ofAccount('account_audit')(asking);
  if (companyIds === 'all') return account;
  const oneself = asking.userId ?? asking.apiKeyId ?? null;
  return sql<SqlBool>`(${account} and (account_audit.company_ids <@ ${[...companyIds]}::uuid[]
    or account_audit.actor_id = ${oneself}::uuid))`;
};

/**
 * Whose the rows of each table are that somebody can ask for. A table with an owner that has no line here is read over all
 * or not at all.
 */
export const IN_REACH = {
  accounts: ({ reach }) => sql<SqlBool>`accounts.id = ${reach.accountId}::uuid`,
  companies: ofCompany('companies', 'id'),
  participants: ofCompany('participants'),
  capabilities: partOf('capabilities', 'participant_id', 'participants'),
  participant_audit: ofCompany('participant_audit'),
  messages: ofCompany('messages'),
  message_attempts: partOf('message_attempts', 'message_id', 'messages'),
  message_evidence: partOf('message_evidence', 'message_id', 'messages'),
  recorded_events: ofCompany('recorded_events'),
  uploads: ofCompany('uploads'),
  idempotency_keys: ofAccount('idempotency_keys'),
  webhooks: ofCompany('webhooks'),
  webhook_deliveries: partOf('webhook_deliveries', 'webhook_id', 'webhooks'),
  sftp_logins: ofCompany('sftp_logins'),
  ledger: ofCompany('ledger'),
  usage_by_day: ofCompany('usage_by_day'),
  api_keys: ofCompany('api_keys'),
  account_audit: audited,
  exports: ofAccount('exports'),
  // Which of the account's users somebody sees depends on the role as well: users/find.ts and sso/list.ts.
  users: ofAccount('users'),
  sso_identities: ofAccount('sso_identities'),
  sessions: ofPerson('sessions'),
  passkeys: ofPerson('passkeys'),
} as const satisfies Partial<Record<OwnedTable, Condition>>;

export type TableInReach = keyof typeof IN_REACH;
