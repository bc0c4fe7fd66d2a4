import { type Selectable, sql } from 'kysely';
import type { OperatorPrincipal, OperatorRole } from '../platform/access/operator-access.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import { AppError } from '../platform/errors.ts';
import { type OperatorId, parseId } from '../platform/ids.ts';

export type OperatorRow = Selectable<Tables['operators']>;

export interface OperatorView {
  id: OperatorId;
  name: string;
  email: string;
  role: OperatorRole;
  status: 'active' | 'inactive';
  mustChangePassword: boolean;
  /** Left out of what one is told of others, but for an admin. */
  passkeyCount?: number;
  createdAt: string;
  lastLoginAt?: string;
}

/** Locks of wrong passwords are an operator's own, apart from those of a customer with the same address. */
export const lockNameOf = (email: string): string => `operator:${email}`;

const passkeyCount = sql<number>`(select count(*)::int from operator_passkeys where operator_id = operators.id)`;

const operators = (db: Db) => db.selectFrom('operators').selectAll().select(passkeyCount.as('passkeyCount'));

const toView = (row: OperatorRow & { passkeyCount: number | undefined }): OperatorView => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  mustChangePassword: row.must_change_password,
  passkeyCount: row.passkeyCount,
  createdAt: row.created_at.toISOString(),
  lastLoginAt: row.last_login_at?.toISOString(),
});

/** All of them, those who left too: audits name them. Oldest first; an installation has few. */
export async function listOperators(
  { db }: { db: Db },
  { role, operatorId }: OperatorPrincipal,
): Promise<OperatorView[]> {
  const rows = await operators(db).orderBy('created_at').orderBy('id').execute();
  const mayCount = (id: OperatorId): boolean => role === 'admin' || id === operatorId;
  return rows.map((row) => toView(mayCount(row.id) ? row : { ...row, passkeyCount: undefined }));
}

export async function viewOfOperator(db: Db, id: OperatorId): Promise<OperatorView> {
  return toView(await operators(db).where('id', '=', id).executeTakeFirstOrThrow());
}

/** Keeps somebody who works here as they are until the transaction ends; undefined for who does not any more. */
export function holdActive(tx: Tx, id: OperatorId): Promise<Pick<OperatorRow, 'id' | 'name'> | undefined> {
  return tx
    .selectFrom('operators')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .select(['id', 'name'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The operator of an id in a path, or NOT_FOUND. */
export async function operatorNamed(db: Db, id: string): Promise<OperatorRow> {
  const operatorId = parseId<'Operator'>(id);
  const row =
    operatorId &&
    (await db.selectFrom('operators').where('id', '=', operatorId).selectAll().executeTakeFirst());
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}
