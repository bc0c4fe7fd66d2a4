import type { Selectable } from 'kysely';
import type { OperatorRole } from '../platform/access/operator-access.ts';
import type { Db } from '../platform/db/database.ts';
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
  createdAt: string;
  lastLoginAt?: string;
}

/** E-mail addresses are compared in this form. */
export const normalise = (email: string): string => email.trim().toLowerCase();

/** Locks of wrong passwords are an operator's own, apart from those of a customer with the same address. */
export const lockNameOf = (email: string): string => `operator:${email}`;

const toView = (row: OperatorRow): OperatorView => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  mustChangePassword: row.must_change_password,
  createdAt: row.created_at.toISOString(),
  lastLoginAt: row.last_login_at?.toISOString(),
});

/** All of them, those who left too: audits name them. Oldest first; an installation has few. */
export async function listOperators({ db }: { db: Db }): Promise<OperatorView[]> {
  const rows = await db.selectFrom('operators').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(toView);
}

export async function viewOfOperator(db: Db, id: OperatorId): Promise<OperatorView> {
  const row = await db.selectFrom('operators').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  return toView(row);
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
