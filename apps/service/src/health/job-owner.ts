import type { Reach } from '../platform/access/reach.ts';
import type { AuditTarget } from '../platform/audit-line.ts';
import type { Tx } from '../platform/db/database.ts';
import type { JobSubject } from '../platform/db/job-tables.ts';
import { overAll } from '../platform/db/roots.ts';
import { userReach } from '../platform/db/user-reach.ts';
import { type AccountId, type CompanyId, isId } from '../platform/ids.ts';

/** The customer's thing that a job is about, as a line of its account's audit names it. */
interface Owner {
  accountId: AccountId;
  companyIds: Reach['companyIds'];
  target: AuditTarget;
}

/** Of whom a job's subject is: a document, an address or a person. Undefined where it is the installation's own. */
export async function ownerOf(
  tx: Tx,
  { messageId, participantId, userId }: JobSubject,
): Promise<Owner | undefined> {
  const all = overAll(tx, 'operator');
  if (isId<'Message'>(messageId)) {
    const query = all.selectFrom('messages').where('id', '=', messageId);
    const row = await query.select(['account_id', 'company_id']).executeTakeFirst();
    return row && { ...ofCompany(row), target: { type: 'message', id: messageId } };
  }
  if (isId<'Participant'>(participantId)) {
    const query = all.selectFrom('participants').where('id', '=', participantId);
    const row = await query.select(['account_id', 'company_id', 'name', 'address']).executeTakeFirst();
    const target = { type: 'participant', id: participantId };
    return row && { ...ofCompany(row), target: { ...target, name: row.name, sub: row.address } };
  }
  if (isId<'User'>(userId)) {
    const query = all.selectFrom('users').where('id', '=', userId);
    const row = await query.select(['account_id', 'name', userReach.as('reach')]).executeTakeFirst();
    const target = { type: 'user', id: userId };
    return row && { accountId: row.account_id, companyIds: row.reach, target: { ...target, name: row.name } };
  }
  return undefined;
}

const ofCompany = (row: { account_id: AccountId; company_id: CompanyId }) => ({
  accountId: row.account_id,
  companyIds: [row.company_id],
});
