import { findApiKey } from '../api-keys/find-by-key.ts';
import type { Principal } from '../platform/access/principal.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import type { ApiKeyId, SessionId } from '../platform/ids.ts';
import { issueToken, redeemToken, type TokenKind } from '../platform/one-time-token.ts';
import { findSession } from '../sessions/session.ts';

/** [STR-2] */
const TICKET: TokenKind = { purpose: 'stream-ticket', prefix: 'pst_', lifetimeMs: 60_000 };

/** Whose credential a ticket stands for: its holder's authority is read anew when it is used. */
export type Holder = { kind: 'user'; id: SessionId } | { kind: 'api-key'; id: ApiKeyId };

export interface Ticket {
  ticket: string;
  expiresAt: string;
}

export const holderOf = (principal: Principal): Holder =>
  principal.kind === 'user'
    ? { kind: 'user', id: principal.session.id }
    : { kind: 'api-key', id: principal.apiKeyId };

/** A ticket opens one stream, for who cannot send headers, such as a browser's EventSource. [STR-2] */
export async function issueTicket(deps: { db: Db }, principal: Principal): Promise<Ticket> {
  const { accountId } = principal;
  const issued = await transaction(deps.db, (tx) =>
    issueToken(tx, TICKET, { accountId, data: { ...holderOf(principal) } }),
  );
  return { ticket: issued.token, expiresAt: issued.expiresAt.toISOString() };
}

/** Who made a ticket, and used it up by asking. */
export async function redeemTicket(db: Db, ticket: string): Promise<Principal | undefined> {
  const found = await transaction(db, (tx) => redeemToken(tx, [TICKET], ticket));
  return found && findHolder(db, found.data as unknown as Holder);
}

/** The principal behind a credential as it is now; undefined once it has ended. */
export function findHolder(db: Db, holder: Holder): Promise<Principal | undefined> {
  return holder.kind === 'user' ? findSession(db, holder.id) : findApiKey(db, holder.id);
}
