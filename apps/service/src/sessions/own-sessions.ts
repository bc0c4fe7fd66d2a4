import { actorOf } from '../platform/access/actor.ts';
import { type Principal, requirePerson, type UserPrincipal } from '../platform/access/principal.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { pageOf } from '../platform/db/list.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { Cursors, Page, PageInput } from '../platform/http/page.ts';
import { parseId, type SessionId } from '../platform/ids.ts';

export interface SessionView {
  id: SessionId;
  authMethod: string;
  current: boolean;
  address?: string;
  userAgent?: string;
  actor?: { name: string; reason: string };
  createdAt: string;
  expiresAt: string;
}

/** One's own open sessions, newest first, those of the operator's staff among them. */
export async function listSessions(
  deps: { db: Db; cursors: Cursors },
  principal: Principal,
  asked: PageInput,
): Promise<Page<SessionView>> {
  const person = requirePerson(principal);
  const bound = ['sessions', person.userId];
  const query = scoped(deps.db, person)
    .selectFrom('sessions')
    .where('expires_at', '>', new Date())
    .selectAll();
  const listing = { cursors: deps.cursors, table: 'sessions', bound };
  const { rows, ...cursors } = await pageOf(listing, asked, query);
  const sessions = rows.map((row) => ({
    id: row.id,
    authMethod: row.auth_method,
    current: row.id === person.session.id,
    address: row.address ?? undefined,
    userAgent: row.user_agent ?? undefined,
    actor: row.actor_name === null ? undefined : { name: row.actor_name, reason: row.actor_reason ?? '' },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
  return { rows: sessions, ...cursors };
}

/** Ends one of one's own sessions; the present one too, which is signing out. */
export async function endOwnSession(deps: { db: Db }, principal: Principal, id: string): Promise<void> {
  const person = requirePerson(principal);
  const sessionId = parseId<'Session'>(id);
  if (!sessionId || !(await end(deps.db, person, sessionId))) throw new AppError('NOT_FOUND');
}

/** Ends the present session; an API key has none to end. */
export async function signOut(deps: { db: Db }, principal: Principal): Promise<void> {
  if (principal.kind === 'user') await end(deps.db, principal, principal.session.id);
}

function end(db: Db, person: UserPrincipal, sessionId: SessionId): Promise<boolean> {
  return transaction(db, async (tx) => {
    const ended = await scoped(tx, person)
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) return false;
    await recordAccountAudit(tx, {
      accountId: person.accountId,
      actor: actorOf(person),
      eventType: 'session.ended',
      companyIds: person.reach.companyIds,
      target: { type: 'session', id: sessionId },
    });
    return true;
  });
}
