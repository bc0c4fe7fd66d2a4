import type { Db } from '../platform/db/database.ts';
import { pageOf } from '../platform/db/list.ts';
import { overAll } from '../platform/db/roots.ts';
import { type Cursors, type PageInput, readId } from '../platform/http/page.ts';
import { lockedAddresses } from './lockouts.ts';
import { loginView } from './login.ts';

interface LoginQuery extends PageInput {
  accountId?: string;
}

/** SFTP logins of every account, newest first. [SFT-1] */
export async function listForOperator(
  { db, cursors }: { db: Db; cursors: Cursors },
  { accountId, ...asked }: LoginQuery,
) {
  let query = overAll(db, 'operator').selectFrom('sftp_logins').selectAll();
  if (accountId !== undefined)
    query = query.where('account_id', '=', readId<'Account'>('accountId', accountId));
  const listing = { cursors, table: 'sftp_logins', bound: ['operator-sftp-logins', accountId] };
  const { rows, ...pages } = await pageOf(listing, asked, query);
  const locked = await lockedAddresses(db, rows);
  return {
    logins: rows.map((row) => ({ accountId: row.account_id, ...loginView(row, locked.get(row.id)) })),
    ...pages,
  };
}
