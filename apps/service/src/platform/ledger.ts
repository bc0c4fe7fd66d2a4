import { type AliasedRawBuilder, sql } from 'kysely';
import type { Db } from './db/database.ts';
import type { AccountId, CompanyId } from './ids.ts';
import type { LedgerKind, UsageKind } from './ledger-kind.ts';

export interface Usage {
  kind: UsageKind;
  accountId: AccountId;
  /** Null for what the account did as a whole. */
  companyId: CompanyId | null;
  /** 1 when omitted. */
  quantity?: number;
}

/** Counts something that an account did; in the caller's transaction, where that is open. */
export async function recordUsage(db: Db, usage: Usage): Promise<void> {
  const { kind, accountId, companyId, quantity = 1 } = usage;
  await db
    .insertInto('ledger')
    .values({ kind, account_id: accountId, company_id: companyId, quantity })
    .execute();
}

export interface ProviderExchange {
  kind: 'STATUS_SENT' | 'STATUS_RECEIVED';
  /** Timestamp of the AS4 message. */
  exchangedAt: Date;
  otherSeat: string;
  documentTypeId: string;
  processId: string;
  countryC1: string;
  countryC4: string | null;
}

/** Counts an exchange of our own as a provider. */
export async function recordExchange(db: Db, exchange: ProviderExchange): Promise<void> {
  await db
    .insertInto('ledger')
    .values({
      kind: exchange.kind,
      exchanged_at: exchange.exchangedAt,
      other_seat: exchange.otherSeat,
      document_type_id: exchange.documentTypeId,
      process_id: exchange.processId,
      country_c1: exchange.countryC1,
      country_c4: exchange.countryC4,
    })
    .execute();
}

/** The columns of the ledger that a message fills. */
export const LEDGER_COLUMNS = [
  'kind',
  'account_id',
  'company_id',
  'exchanged_at',
  'other_seat',
  'document_type_id',
  'process_id',
  'country_c1',
  'country_c4',
] as const;

/**
 * Their values, for a statement that writes a message and its line of the ledger at once: `message` is the name that
 * its row has there. A document that was refused is counted, but was not exchanged.
 */
export function ledgerLine(kind: LedgerKind, message: string): AliasedRawBuilder<unknown, string>[] {
  const column = (name: string) => sql.ref(`${message}.${name}`);
  const c4 = sql`(select country_code from participants where participants.id = ${column('participant_id')}
    and ${column('direction')} = 'INBOUND')`;
  const isExchange = sql.lit(kind !== 'DOCUMENT_REJECTED');
  const values = {
    kind: sql`${kind}::text`,
    account_id: column('account_id'),
    company_id: column('company_id'),
    exchanged_at: sql`case when ${isExchange}
      then coalesce(${column('as4_timestamp')}, ${column('envelope_created_at')}) end`,
    other_seat: sql`coalesce(${column('sender_seat')}, ${column('receiver_access_point')})`,
    document_type_id: column('document_type_id'),
    process_id: column('process_id'),
    country_c1: column('country_c1'),
    country_c4: c4,
  };
  return LEDGER_COLUMNS.map((name) => values[name].as(name));
}
