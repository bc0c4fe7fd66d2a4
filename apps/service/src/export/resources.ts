/** One JSON-lines file of an export: which columns of which rows. What is not named here is not exported: secrets are not. */
export interface Resource {
  name: string;
  /** Columns, as expressions over the tables of `from`; `name` of one without `as` in camel case. */
  columns: readonly string[];
  /** From and where; $1 is the subject of it all: here the account. */
  from: string;
  orderBy: string;
}

const ofAccount = (table: string): string => `${table} as t where t.account_id = $1`;
const ofUsers = (table: string): string =>
  `${table} as t join users as u on u.id = t.user_id and u.account_id = t.account_id where u.account_id = $1`;
const ofMessages = (table: string): string =>
  `${table} as t join messages as m on m.id = t.message_id and m.account_id = t.account_id where m.account_id = $1`;

const words = (text: string): string[] => text.trim().split(/\s+/);

/** In the order in which they stand in the archive. */
export const RESOURCES: readonly Resource[] = [
  {
    name: 'account',
    columns: words('id name legal_name country_code registration_number vat_number status created_at'),
    from: 'accounts as t where t.id = $1',
    orderBy: 't.id',
  },
  {
    name: 'companies',
    columns: words(
      'id name identifier country_code registration_number vat_number is_account_entity status created_at updated_at',
    ),
    from: ofAccount('companies'),
    orderBy: 't.id',
  },
  {
    name: 'participants',
    columns: words(`id company_id scheme value canonical_id name identifier country_code status status_reason
      status_changed_at suspended_from smp_url published_at registration created_at updated_at`),
    from: ofAccount('participants'),
    orderBy: 't.id',
  },
  {
    name: 'capabilities',
    columns: words('id participant_id document_type_id process_id direction allow_unvalidated created_at'),
    from: 'capabilities as t join participants as p on p.id = t.participant_id and p.account_id = t.account_id where p.account_id = $1',
    orderBy: 't.id',
  },
  {
    name: 'participant-audit',
    columns: words(`id company_id participant_id actor_user_id actor_name event_type target_type target_id
      target_name target_sub metadata created_at`),
    from: ofAccount('participant_audit'),
    orderBy: 't.id',
  },
  {
    name: 'audit',
    columns: words(`id company_ids actor_kind actor_id actor_name event_type target_type target_id target_name
      target_sub metadata address created_at`),
    from: ofAccount('account_audit'),
    orderBy: 't.id',
  },
  {
    name: 'users',
    columns: [
      ...words(`id name email role status must_change_password all_companies password_set_at invited_at
        disabled_at last_login_at created_at notifications`),
      'array(select company_id from user_companies where user_id = t.id and account_id = $1 order by company_id) as "companyIds"',
    ],
    from: ofAccount('users'),
    orderBy: 't.id',
  },
  {
    name: 'sessions',
    columns: words(
      'id user_id auth_method issuer provider address user_agent actor_name created_at expires_at',
    ),
    from: ofUsers('sessions'),
    orderBy: 't.id',
  },
  {
    name: 'passkeys',
    columns: words('id user_id name aaguid transports created_at last_used_at locked_at'),
    from: ofUsers('passkeys'),
    orderBy: 't.id',
  },
  {
    name: 'sso-identities',
    columns: words('id user_id email provider issuer subject created_at last_used_at'),
    from: ofAccount('sso_identities'),
    orderBy: 't.id',
  },
  {
    name: 'api-keys',
    columns:
      words(`id company_id all_companies name prefix permissions created_by created_by_user_id created_at
      last_used_at expires_at revoked_at`),
    from: ofAccount('api_keys'),
    orderBy: 't.id',
  },
  {
    name: 'messages',
    columns: [
      ...words(`id company_id participant_id direction status sender receiver type document_type_id process_id
        external_reference document_number sender_name receiver_name bytes sha256 source country_c1 verdict
        ruleset_version validated_at validation_errors validation_errors_total validation_warnings attempts
        next_attempt_at as4_message_id conversation_id sbdh_instance_id envelope_created_at as4_timestamp
        sender_seat receiver_access_point last_error_code last_error_message mls acknowledged_at created_at
        updated_at status_changed_at`),
      `'payloads/' || t.id || '.xml' as "payload"`,
    ],
    from: ofAccount('messages'),
    orderBy: 't.account_id, t.created_at, t.id',
  },
  {
    name: 'attempts',
    columns: words(`message_id number started_at finished_at outcome error_code error_message endpoint_url
      access_point receipt_id`),
    from: ofMessages('message_attempts'),
    orderBy: 't.message_id, t.number',
  },
  {
    name: 'evidence',
    columns: [
      ...words('message_id kind created_at'),
      `replace(encode(t.content, 'base64'), E'\\n', '') as "contentBase64"`,
    ],
    from: ofMessages('message_evidence'),
    orderBy: 't.message_id, t.kind',
  },
  {
    name: 'idempotency-keys',
    columns: words('key message_id created_at'),
    from: ofAccount('idempotency_keys'),
    orderBy: 't.key',
  },
  {
    name: 'events',
    columns: words('seq id company_id type version data created_at'),
    from: ofAccount('recorded_events'),
    orderBy: 't.seq, t.number',
  },
  {
    name: 'usage',
    columns: words('kind at company_id quantity document_type_id process_id'),
    from: ofAccount('ledger'),
    orderBy: 't.id',
  },
  {
    name: 'sftp-logins',
    columns: words('id company_id username auth_method public_keys status last_login_at created_at'),
    from: ofAccount('sftp_logins'),
    orderBy: 't.id',
  },
  {
    name: 'sftp-files',
    columns: words(`id company_id participant_id login_id folder uploaded_name name bytes sha256 is_complete
      message_id sidecar is_removed uploaded_at filed_at`),
    from: ofAccount('sftp_files'),
    orderBy: 't.id',
  },
  {
    name: 'webhooks',
    columns: words(`id company_id url description events document_types direction status disabled_reason
      failing_since created_at updated_at deleted_at`),
    from: ofAccount('webhooks'),
    orderBy: 't.id',
  },
  {
    name: 'webhook-deliveries',
    columns: words(`id webhook_id company_id event_id event_type message_id participant_id status attempts
      next_attempt_at last_status_code last_error last_duration_ms created_at delivered_at`),
    from: ofAccount('webhook_deliveries'),
    orderBy: 't.id',
  },
  {
    name: 'exports',
    columns: words('id status requested_by bytes sha256 created_at finished_at'),
    from: ofAccount('exports'),
    orderBy: 't.id',
  },
];

/** The name of a column as the API writes it. */
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const selected = (column: string): string =>
  column.includes(' as ') ? column : `t.${column} as "${camel(column)}"`;

/** One row a line, as JSON. */
export const linesQuery = ({ columns, from, orderBy }: Resource): string =>
  `select row_to_json(line)::text as line from (
     select ${columns.map(selected).join(', ')} from ${from} order by ${orderBy}
   ) as line`;

export const countQuery = ({ from }: Resource): string => `select count(*)::float8 as count from ${from}`;

/**
 * Bytes that lie in the payload store, and their place in the archive: every document, and what was put into an outbox
 * and never became one.
 */
export const PAYLOADS_QUERY = `
  select 'payloads/' || id || '.xml' as path, payload_key as key, bytes from (
    select id, payload_key, bytes from messages where account_id = $1 order by created_at, id
  ) as documents
  union all
  select 'sftp-files/' || id, payload_key, bytes from sftp_files
  where account_id = $1 and message_id is null and not is_removed`;
