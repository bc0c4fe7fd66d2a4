import { sql } from 'kysely';
import { type Principal, requireOwner } from '../platform/access/principal.ts';
import type { Direction } from '../platform/access/route-access.ts';
import { checkCountry } from '../platform/country.ts';
import { type Db, type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { participantExchanges } from '../platform/db/exchanges.ts';
import { containing } from '../platform/db/like.ts';
import { csvOf, during, everyRow, isPaged, pageOf } from '../platform/db/list.ts';
import { overAll, scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { foldedLines } from '../platform/folded.ts';
import type { Reply } from '../platform/http/endpoint.ts';
import { type Cursors, type Page, type PageInput, readPeriod } from '../platform/http/page.ts';
import { type AccountId, type CompanyId, newId, parseId } from '../platform/ids.ts';
import { checkIdentifier, deriveIdentifier, firstFree } from './identifier.ts';
import { recordCompany } from './record-change.ts';

export interface CompanyView {
  id: CompanyId;
  name: string;
  identifier: string;
  countryCode: string;
  registrationNumber?: string;
  vatNumber?: string;
  isAccountEntity: boolean;
  status: 'ACTIVE' | 'ARCHIVED';
  participantCount: number;
  createdAt: string;
  updatedAt: string;
}

export interface CompanyInput {
  name: string;
  identifier?: string;
  countryCode?: string;
  registrationNumber?: string;
  vatNumber?: string;
}

/** Only owners create companies. [COM-1] */
export async function createCompany(
  deps: { db: Db },
  principal: Principal,
  input: CompanyInput,
): Promise<CompanyView> {
  requireOwner(principal);
  if (input.countryCode) checkCountry('countryCode', input.countryCode);
  const id = await transaction(deps.db, async (tx) => {
    const made = await insertCompany(tx, principal.accountId, input, false);
    await recordCompany(tx, principal, { id: made, name: input.name }, undefined, input);
    return made;
  });
  return companyOf(deps.db, principal, id);
}

/** Also for sign-up, which makes the account's own legal entity in its own transaction. */
export async function insertCompany(
  tx: Tx,
  accountId: AccountId,
  input: CompanyInput,
  isAccountEntity: boolean,
): Promise<CompanyId> {
  const id = newId<'Company'>();
  const identifier =
    input.identifier === undefined
      ? await freeIdentifier(tx, accountId, input.name)
      : checkIdentifier(input.identifier);
  try {
    await tx
      .insertInto('companies')
      .values({
        id,
        account_id: accountId,
        name: input.name,
        identifier,
        country_code: input.countryCode || null,
        registration_number: input.registrationNumber ?? null,
        vat_number: input.vatNumber ?? null,
        is_account_entity: isAccountEntity,
        status: 'ACTIVE',
        search_text: foldedLines(input.name, identifier, id, input.registrationNumber, input.vatNumber),
      })
      .execute();
  } catch (error) {
    throw takenOr(error);
  }
  return id;
}

/** Derived identifiers are chosen one at a time per account, so that two at once do not collide. */
async function freeIdentifier(tx: Tx, accountId: AccountId, name: string): Promise<string> {
  await overAll(tx, 'found')
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('id')
    .forUpdate()
    .execute();
  const base = deriveIdentifier(name);
  const rows = await overAll(tx, 'found')
    .selectFrom('companies')
    .where('account_id', '=', accountId)
    .where('identifier', 'like', `${base.slice(0, 50)}%`)
    .select('identifier')
    .execute();
  return firstFree(base, new Set(rows.map((row) => row.identifier)));
}

function takenOr(error: unknown): unknown {
  return violatedConstraint(error) === 'companies_identifier_taken'
    ? new AppError('IDENTIFIER_TAKEN')
    : error;
}

export async function changeCompany(
  deps: { db: Db },
  principal: Principal,
  id: string,
  input: Partial<CompanyInput>,
): Promise<CompanyView> {
  const found = await companyOf(deps.db, principal, id);
  requireOwner(principal);
  if (input.countryCode) checkCountry('countryCode', input.countryCode);
  try {
    await transaction(deps.db, async (tx) => {
      await updateCompany(tx, principal, found.id, input);
      await recordCompany(tx, principal, found, found, input);
    });
  } catch (error) {
    throw takenOr(error);
  }
  return companyOf(deps.db, principal, found.id);
}

async function updateCompany(
  tx: Tx,
  principal: Principal,
  id: CompanyId,
  input: Partial<CompanyInput>,
): Promise<void> {
  const row = await scoped(tx, principal)
    .updateTable('companies')
    .set({
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.identifier === undefined ? {} : { identifier: checkIdentifier(input.identifier) }),
      ...(input.countryCode === undefined ? {} : { country_code: input.countryCode || null }),
      ...(input.registrationNumber === undefined
        ? {}
        : { registration_number: input.registrationNumber || null }),
      ...(input.vatNumber === undefined ? {} : { vat_number: input.vatNumber || null }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returning(['id', 'name', 'identifier', 'registration_number', 'vat_number'])
    .executeTakeFirstOrThrow();
  const search_text = foldedLines(row.name, row.identifier, id, row.registration_number, row.vat_number);
  await scoped(tx, principal).updateTable('companies').set({ search_text }).where('id', '=', id).execute();
}

/** One company in reach, or NOT_FOUND. */
export async function companyOf(db: Db, principal: Principal, id: string): Promise<CompanyView> {
  const companyId = parseId<'Company'>(id);
  const row =
    companyId && (await companies(db, principal).where('companies.id', '=', companyId).executeTakeFirst());
  if (!row) throw new AppError('NOT_FOUND');
  return toView(row);
}

interface ListDeps {
  db: Db;
  cursors: Cursors;
}

export interface CompanyQuery extends PageInput {
  q?: string;
  direction?: Direction;
  from?: string;
  to?: string;
  status?: string;
}

/** Without limit and cursor the whole matching list; with either, pages. [COM-4] */
export async function listCompanies(
  deps: ListDeps,
  principal: Principal,
  input: CompanyQuery,
): Promise<Page<CompanyView>> {
  const { listing, asked, query } = listed(deps, principal, input);
  if (!isPaged(asked)) return { rows: (await everyRow(listing, query)).map(toView) };
  const { rows, ...cursors } = await pageOf(listing, asked, query);
  return { rows: rows.map(toView), ...cursors };
}

const CSV_COLUMNS = [
  'id',
  'name',
  'identifier',
  'countryCode',
  'registrationNumber',
  'vatNumber',
  'isAccountEntity',
  'status',
  'participantCount',
  'createdAt',
  'updatedAt',
] as const;

/** The same rows as CSV: the whole matching list, or a page of it. */
export function companiesAsCsv(deps: ListDeps, principal: Principal, input: CompanyQuery): Promise<Reply> {
  const { listing, asked, query } = listed(deps, principal, input);
  const cellsOf = (row: Row) => {
    const company = toView(row);
    return CSV_COLUMNS.map((column) => company[column]);
  };
  const rows = { page: () => pageOf(listing, asked, query), all: async () => query };
  return csvOf(listing, asked, rows, { name: 'companies', columns: CSV_COLUMNS, cellsOf });
}

function listed({ db, cursors }: ListDeps, principal: Principal, input: CompanyQuery) {
  const { cursor, before, limit, ...filters } = input;
  let query = companies(db, principal).where(during('companies', readPeriod(filters)));
  if (filters.status) query = query.where('companies.status', '=', filters.status as 'ACTIVE');
  if (filters.direction) query = query.where(exchanges(filters.direction));
  if (filters.q) query = query.where(matches(filters.q));
  const listing = { cursors, table: 'companies', bound: ['companies', principal.reach, filters] };
  return { listing, asked: { cursor, before, limit }, query };
}

/** It has an address that may receive, or send. [COM-8] */
const exchanges = (direction: Direction) => sql<boolean>`exists (
  select from participants where participants.company_id = companies.id and participants.account_id = companies.account_id
    and participants.status <> 'DEACTIVATED' and ${participantExchanges(direction)})`;

/** q matches name, identifier, id, registration number and VAT number, in any case and with or without accents. */
const matches = (q: string) => sql<boolean>`companies.search_text like ${containing(q)}`;

function companies(db: Db, principal: Principal) {
  return scoped(db, principal)
    .selectFrom('companies', ['accounts', 'participants'])
    .innerJoin('accounts', 'accounts.id', 'companies.account_id')
    .selectAll('companies')
    .select((eb) => [
      'accounts.country_code as accountCountry',
      eb
        .selectFrom('participants')
        .whereRef('participants.company_id', '=', 'companies.id')
        .whereRef('participants.account_id', '=', 'companies.account_id')
        .where('participants.status', '<>', 'DEACTIVATED')
        .select((inner) => inner.fn.countAll<string>().as('count'))
        .as('participantCount'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof companies>['executeTakeFirstOrThrow']>>;

function toView(row: Row): CompanyView {
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    countryCode: row.country_code ?? row.accountCountry,
    registrationNumber: row.registration_number ?? undefined,
    vatNumber: row.vat_number ?? undefined,
    isAccountEntity: row.is_account_entity,
    status: row.status,
    participantCount: Number(row.participantCount),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
