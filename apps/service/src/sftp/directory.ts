import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { IN_REACH } from '../platform/db/in-reach.ts';
import { overAll } from '../platform/db/roots.ts';
import type { AccountId, CompanyId, ParticipantRowId } from '../platform/ids.ts';
import type { SftpUser } from './authenticate.ts';
import { directoryEntry, type Entry } from './entry.ts';

/** The directory of one participant identifier of one company. */
export interface Directory {
  accountId: AccountId;
  companyId: CompanyId;
  /** Who is meant now; it may have had predecessors that were withdrawn and still have files. */
  participantId: ParticipantRowId;
  address: string;
  participantIds: ParticipantRowId[];
  modifiedAt: Date;
}

const PAGE = 500;
/** How long a withdrawn participant still has its directory. */
const KEPT_DAYS = 30;

/** Participants that have a directory: the living, and the withdrawn as long as something may be in it. [SFT-12] */
export const hasDirectory: RawBuilder<boolean> = sql`(
  participants.status <> 'DEACTIVATED'
  or participants.status_changed_at > now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
  or exists (select 1 from messages where messages.participant_id = participants.id and messages.account_id = participants.account_id
    and messages.company_id = participants.company_id and messages.status = 'CUSTOMER_DELIVERY_QUEUED'))`;

/** A login's companies; confined by what it belongs to. */
const visibleTo = IN_REACH.companies;

/** Undefined when there is none in the view of this login. */
export async function findDirectory(
  db: Db,
  user: SftpUser,
  { company, participant }: { company: string | undefined; participant: string },
): Promise<Directory | undefined> {
  const { rows } = await sql<{
    id: ParticipantRowId;
    company_id: CompanyId;
    address: string;
    updated_at: Date;
  }>`
    select participants.id, participants.company_id, participants.address, participants.updated_at
    from participants join companies
        on companies.id = participants.company_id and companies.account_id = participants.account_id
    where ${visibleTo(user)} and participants.identifier = ${participant}
      and ${company === undefined ? sql`true` : sql`companies.identifier = ${company}`}
      and ${hasDirectory}
    order by participants.status = 'DEACTIVATED', participants.created_at desc
    limit 20`.execute(overAll(db, 'reach in sql'));
  const [owner] = rows;
  return (
    owner && {
      accountId: user.accountId,
      companyId: owner.company_id,
      participantId: owner.id,
      address: owner.address,
      participantIds: rows.map(({ id }) => id),
      modifiedAt: owner.updated_at,
    }
  );
}

/** The companies of an account-wide login, by identifier. */
export async function* listCompanies(db: Db, user: SftpUser): AsyncGenerator<Entry[]> {
  yield* byName((after) =>
    sql<Named>`
      select identifier as name, updated_at as at from companies
      where ${visibleTo(user)} and identifier > ${after} order by identifier limit ${PAGE}`.execute(
      overAll(db, 'reach in sql'),
    ),
  );
}

export async function findCompany(db: Db, user: SftpUser, identifier: string): Promise<Entry | undefined> {
  const { rows } = await sql<Named>`
    select identifier as name, updated_at as at from companies
    where ${visibleTo(user)} and identifier = ${identifier}`.execute(overAll(db, 'reach in sql'));
  return rows[0] && directoryEntry(rows[0].name, rows[0].at);
}

/** The participants of one company, by identifier. */
export async function* listParticipants(
  db: Db,
  user: SftpUser,
  company: string | undefined,
): AsyncGenerator<Entry[]> {
  yield* byName((after) =>
    sql<Named>`
      select participants.identifier as name, max(participants.updated_at) as at
      from participants join companies
        on companies.id = participants.company_id and companies.account_id = participants.account_id
      where ${visibleTo(user)} and ${company === undefined ? sql`true` : sql`companies.identifier = ${company}`}
        and participants.identifier > ${after} and ${hasDirectory}
      group by participants.identifier order by participants.identifier limit ${PAGE}`.execute(
      overAll(db, 'reach in sql'),
    ),
  );
}

interface Named {
  name: string;
  at: Date;
}

async function* byName(read: (after: string) => Promise<{ rows: Named[] }>): AsyncGenerator<Entry[]> {
  for (let after = ''; ; ) {
    const { rows } = await read(after);
    if (rows.length > 0) yield rows.map(({ name, at }) => directoryEntry(name, at));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.name;
  }
}
