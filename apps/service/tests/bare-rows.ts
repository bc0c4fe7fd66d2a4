import assert from 'node:assert/strict';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { createOutbound } from '../src/messages/create.ts';
import type { MessageRow } from '../src/messages/transition.ts';
import type { ParticipantRow } from '../src/participants/transition.ts';
import type { Database, Db } from '../src/platform/db/database.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { newId } from '../src/platform/ids.ts';
import type { ParticipantStatus } from '../src/platform/statuses.ts';

const NAMED = { name: 'Timber', country_code: 'SE' };
const STEPS = { smp: 'DONE', sml: 'DONE', dns: 'DONE', directory: 'DONE', checkedAt: null };

/** A company in an account of its own, as rows that nobody signed up for. */
export async function insertCompany({ db }: Database) {
  const accountId = newId<'Account'>();
  const companyId = newId<'Company'>();
  await db
    .insertInto('accounts')
    .values({ ...NAMED, id: accountId, legal_name: 'Timber AB', status: 'ACTIVE' })
    .execute();
  const own = { id: companyId, account_id: accountId, identifier: 'timber', search_text: '' };
  await db
    .insertInto('companies')
    .values({ ...NAMED, ...own, status: 'ACTIVE' })
    .execute();
  return { accountId, companyId };
}

/** An address of the scheme of DUNS numbers, in a status that it never came to. */
export async function insertParticipant(
  { db }: Database,
  { accountId, companyId }: Awaited<ReturnType<typeof insertCompany>>,
  value: string,
  status: ParticipantStatus,
): Promise<ParticipantRow> {
  const address = parseParticipantId(`0060:${value}`);
  assert.ok(address);
  const id = newId<'Participant'>();
  await db
    .insertInto('participants')
    .values({
      ...NAMED,
      id,
      account_id: accountId,
      company_id: companyId,
      scheme: '0060',
      value,
      address,
      canonical_id: `iso6523-actorid-upis::${address}`,
      identifier: `timber-${value}`,
      status,
      registration: JSON.stringify(STEPS),
      search_text: '',
    })
    .execute();
  return overAll(db, 'job')
    .selectFrom('participants')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow();
}

/** A document from an address, without bytes or a job. */
export async function insertOutbound(
  db: Db,
  participant: ParticipantRow,
  status: 'QUEUED' | 'QUEUED_VALIDATION' = 'QUEUED',
): Promise<MessageRow> {
  const [kind, receiver] = [aliasToType('invoice'), parseParticipantId('0192:991825827')];
  assert.ok(kind && receiver);
  const id = newId<'Message'>();
  const { message } = await createOutbound(db, {
    id,
    account_id: participant.account_id,
    company_id: participant.company_id,
    participant_id: participant.id,
    direction: 'OUTBOUND',
    status,
    sender: participant.address,
    receiver,
    document_type_id: kind.documentTypeId,
    process_id: kind.processId,
    bytes: 1,
    sha256: 'x',
    source: 'API',
    payload_key: `outbound/${id}`,
    verdict: 'SKIPPED',
    as4_message_id: id,
    conversation_id: id,
    sbdh_instance_id: id,
    envelope_created_at: new Date(),
  });
  return message;
}
