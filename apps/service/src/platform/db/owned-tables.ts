import type { AccountId } from '../ids.ts';
import type { Tables } from './tables.ts';

type OwnerColumn = 'account_id' | 'company_id' | 'user_id' | 'participant_id' | 'message_id' | 'login_id';

/** Tables whose rows belong to an account, a company in it, or something of theirs. Nothing but their columns decides that. */
export type OwnedTable =
  | 'accounts'
  | {
      [Table in keyof Tables]: Extract<keyof Tables[Table], OwnerColumn> extends never ? never : Table;
    }[keyof Tables];

/** Rows of these are an account's, the operator's, our own as a provider, or nobody's yet. */
type SometimesOwned = 'one_time_tokens' | 'operator_audit' | 'mls_received';

/** A table of accounts whose rows do not say whose they are does not compile. */
type SayingWhose<
  All extends { [Table in Exclude<OwnedTable, SometimesOwned | 'accounts'>]: { account_id: AccountId } },
> = All;

/** What anybody may read without saying on whose behalf. */
export type OpenTables = Omit<SayingWhose<Tables>, OwnedTable>;
