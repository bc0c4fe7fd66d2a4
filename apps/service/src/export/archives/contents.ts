import { RESOURCES, type Resource } from '../resources.ts';
import type { Contents } from '../write-archive.ts';
import type { OpenArchive } from './archive.ts';

const DOCUMENTS =
  'archive_documents as d join messages as m on m.id = d.message_id and m.account_id = d.account_id';
const ofDocuments = (table: string): string =>
  `archive_documents as d join ${table} as t on t.message_id = d.message_id and t.account_id = d.account_id where d.archive_id = $1`;
const ofThoseIn = (table: string, column: string): string =>
  `${table} as t where t.id in (select m.${column} from ${DOCUMENTS} where d.archive_id = $1)`;

/** What is said of documents in an export of their account, in its columns; $1 is the archive. */
const FROM: Record<string, string> = {
  account:
    'accounts as t where t.id = (select account_id from archive_documents where archive_id = $1 limit 1)',
  companies: ofThoseIn('companies', 'company_id'),
  participants: ofThoseIn('participants', 'participant_id'),
  messages:
    'archive_documents as d join messages as t on t.id = d.message_id and t.account_id = d.account_id where d.archive_id = $1',
  attempts: ofDocuments('message_attempts'),
  evidence: ofDocuments('message_evidence'),
  'idempotency-keys': ofDocuments('idempotency_keys'),
  events: ofDocuments('recorded_events'),
  'sftp-files': ofDocuments('sftp_files'),
};

const ARCHIVED: readonly Resource[] = RESOURCES.flatMap((resource) => {
  const from = FROM[resource.name];
  return from === undefined ? [] : [{ ...resource, from }];
});

const PAYLOADS = `select 'payloads/' || m.id || '.xml' as path, m.payload_key as key, m.bytes
  from ${DOCUMENTS} where d.archive_id = $1 order by m.id`;

/** All of the documents of an archive, and of nothing else. */
export const contentsOf = ({ id, accountId, night, number, withoutBytes }: OpenArchive): Contents => ({
  subject: id,
  resources: ARCHIVED,
  payloads: PAYLOADS,
  of: { archive: { accountId, night, number, ...(withoutBytes ? { withoutBytes } : {}) } },
  isWhole: !withoutBytes,
});
