interface UsedIdTokenTable {
  token_hash: Buffer;
  expires_at: Date;
}

/** The tables of single sign-on that access-tables.ts does not have. */
export interface IdentityTables {
  used_id_tokens: UsedIdTokenTable;
}
