import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { ProviderExchangeKind } from '../platform/db/provider-tables.ts';
import type { AccountId, CompanyId } from '../platform/ids.ts';
import type { UsageKind } from './kind.ts';

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
  kind: ProviderExchangeKind;
  /** Timestamp of the AS4 message. */
  exchangedAt: Date;
  otherSeat: string;
  documentTypeId: DocumentTypeId;
  processId: ProcessId;
  countryC1: string;
  countryC4: string | null;
}

/** Counts an exchange of our own as a provider. */
export async function recordExchange(db: Db, exchange: ProviderExchange): Promise<void> {
  await db
    .insertInto('provider_ledger')
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

/**
 * The statement that counts each message in `messages`, which a statement that writes them has under that name. A document
 * that was refused is counted, but was not exchanged.
 */
export function insertLedgerLine(kind: UsageKind, messages: string): RawBuilder<unknown> {
  const isExchange = sql.lit(kind !== 'DOCUMENT_REJECTED');
  return sql`insert into ledger (kind, account_id, company_id, exchanged_at, other_seat, document_type_id, process_id,
      country_c1, country_c4)
    select ${kind}, account_id, company_id,
      case when ${isExchange} then coalesce(as4_timestamp, envelope_created_at) end,
      coalesce(sender_seat, receiver_access_point), document_type_id, process_id, country_c1,
      (select country_code from participants
        where participants.id = participant_id and participants.account_id = ${sql.ref(messages)}.account_id
          and direction = 'INBOUND')
    from ${sql.ref(messages)}`;
}
