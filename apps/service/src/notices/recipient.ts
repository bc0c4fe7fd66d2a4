import { sql } from 'kysely';
import type { Reach } from '../platform/access/reach.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { userReach } from '../platform/db/user-reach.ts';
import type { UserId } from '../platform/ids.ts';
import { OPEN_ACCOUNTS } from '../platform/statuses.ts';
import type { NoticeKind } from '../users/notice-kinds.ts';

export interface Recipient {
  userId: UserId;
  name: string;
  email: string;
  role: string;
  accountName: string;
  isSuspended: boolean;
  reach: Reach;
}

/** The user as of now, if it still wants to be mailed of this and may sign in. [NTC-5] */
export async function findRecipient(
  db: Db,
  userId: UserId,
  kind: NoticeKind,
): Promise<Recipient | undefined> {
  const row = await overAll(db, 'job')
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('users.id', '=', userId)
    .where('users.status', '=', 'active')
    .where('accounts.status', 'in', OPEN_ACCOUNTS)
    .where(sql<boolean>`${kind} = any(users.notifications)`)
    .select(['users.name', 'users.email', 'users.role', 'users.account_id', 'accounts.name as accountName'])
    .select(['accounts.status', userReach.as('companyIds')])
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, email, role, accountName, status } = row;
  const reach = { accountId: row.account_id, companyIds: row.companyIds };
  return { userId, name, email, role, accountName, isSuspended: status === 'SUSPENDED', reach };
}
